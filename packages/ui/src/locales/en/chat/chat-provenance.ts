/** Text in the arguments of a call that came from elsewhere than its server. */
export const chatProvenance = {
  server: 'Sends text from {{from}} to {{to}}',
  file: 'Sends text from your attached files to {{to}}',
  places: 'Where the text comes from',
  show: 'Show the source in the chat',
  place: {
    plain: '{{argument}} from {{label}}: “{{excerpt}}”',
    encoded: '{{argument}} from {{label}}, encoded: “{{excerpt}}”',
    reversed: '{{argument}} from {{label}}, reversed: “{{excerpt}}”',
    split: '{{argument}} from {{label}}, in pieces: “{{excerpt}}”',
  },
  spread: {
    plain: 'From {{label}}: “{{excerpt}}”',
    encoded: 'From {{label}}, encoded and in pieces: “{{excerpt}}”',
    reversed: 'From {{label}}, reversed and in pieces: “{{excerpt}}”',
    split: 'From {{label}}, in pieces: “{{excerpt}}”',
  },
  more_one: '{{count}} more place is not listed.',
  more_other: '{{count}} more places are not listed.',
  leaves: 'This call is sent to {{host}}, outside this computer.',
  incomplete: 'This chat or these arguments are too large to check completely.',
  unread: 'A file read in this chat can no longer be opened and was not checked.',
  allowedTool: 'You allowed this tool. You are asked because of what the call contains.',
  rule: {
    allow: 'You let text from this source go to this server without asking.',
    never: 'You blocked text from this source for this server.',
  },
  allow: 'Always allow from this source',
  never: 'Never allow from this source',
  refused: 'Your data flow rule refuses text from this source for this server.',
}
