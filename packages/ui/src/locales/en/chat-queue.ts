/** Messages that wait for the answer before them. */
export const chatQueue = {
  label: 'Waiting messages',
  waits: 'Sent when this answer is complete',
  held: 'Not sent: the last answer did not complete. Select Send now to send it.',
  paused: 'Not sent: paused. Select Send now to send it.',
  editing: 'Nothing is sent while you edit.',
  lost: 'That message is no longer queued. Your text is in the composer.',
  attached_one: '{{count}} attachment: {{names}}',
  attached_other: '{{count}} attachments: {{names}}',
  edit: 'Edit waiting message',
  editLabel: 'Edit the waiting message',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove waiting message',
  send: 'Send now',
  queue: 'Send after this answer',
  stop: 'Stop the answer and send',
}
