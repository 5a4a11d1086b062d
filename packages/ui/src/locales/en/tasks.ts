/** Tool calls that run on at their servers. */
export const tasks = {
  tab: 'Tasks',
  card: {
    runs: 'Runs as a task on the server · asked every {{interval}} · looked for again after a restart',
    input: 'The task waits for your answer · asked every {{interval}}',
    unreachable:
      'Runs as a task on the server, which is not connected. It is asked again once it is.',
  },
  list: {
    label: 'Tasks',
    note: 'Calls that the server works on by itself. They are found again when Gatehouse was away.',
    none: 'No tasks',
    noneNote:
      'A tool that takes long can run as a task of the server. Calls of such tools are listed here.',
    poll: 'Asked every',
    ago: '{{age}} ago',
    openChat: 'Open chat',
    openChatLabel: 'Open the chat of {{tool}}',
    cancel: 'Cancel',
    cancelLabel: 'Cancel the task of {{tool}}',
    cancelling: 'Cancelling…',
    others: 'Others that the server lists',
    othersNote: 'Begun elsewhere, or by calls that Gatehouse no longer follows.',
    othersFailed: 'The server’s own list could not be read: {{reason}}',
  },
  status: {
    working: 'Working',
    input_required: 'Waits for an answer',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
    unreachable: 'Server not connected',
  },
}
