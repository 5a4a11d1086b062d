/** Messages that wait for the answer before them. */
export const chatQueue = {
  label: 'Queued messages',
  waits: 'Sent when this answer is complete',
  held: 'Not sent: the last answer did not complete. Select Send now to send it.',
  paused: 'Not sent: paused. Select Send now to send it.',
  editing: 'Nothing is sent while you edit.',
  lost: 'That message is no longer queued. Your text is in the composer.',
  attached_one: '{{count}} attachment: {{names}}',
  attached_other: '{{count}} attachments: {{names}}',
  edit: 'Edit queued message',
  editLabel: 'Edit the queued message',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove queued message',
  send: 'Send now',
  queue: 'Send after this answer',
  stop: 'Stop the answer and send',
}
