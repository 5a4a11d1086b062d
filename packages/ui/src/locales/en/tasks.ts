/** Tool calls that run on at their servers. */
export const tasks = {
  tab: 'Tasks',
  card: {
    runs: 'Running as a task on the server, checked every {{interval}}. Gatehouse tracks it again after a restart.',
    input: 'The task is waiting for your answer. It is checked every {{interval}}.',
    unreachable:
      'Running as a task on the server, which is not connected. It is checked again once the server is connected.',
  },
  list: {
    label: 'Tasks',
    note: 'Tool calls that run as tasks on their server. Gatehouse tracks them again after a restart.',
    none: 'No tasks',
    noneNote: 'A tool that takes long can run as a task on the server. Such calls are listed here.',
    started: 'Started {{age}} ago',
    checked: 'Started {{age}} ago, checked every {{interval}}',
    openChat: 'Open chat',
    openChatLabel: 'Open chat with {{tool}}',
    cancel: 'Cancel',
    cancelLabel: 'Cancel the task {{tool}}',
    cancelling: 'Cancelling…',
    others: 'Other tasks on the server',
    othersNote: 'Started elsewhere, or by calls that Gatehouse no longer follows.',
    othersFailed: 'Could not read the server’s task list: {{reason}}',
  },
  status: {
    working: 'Working',
    input_required: 'Waiting for an answer',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
    unreachable: 'Server not connected',
  },
}
