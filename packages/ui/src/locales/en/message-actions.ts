/** Acts on a message or an answer beyond those that are always in view. */
export const messageActions = {
  more: 'More actions',
  fork: 'Fork to a new chat',
  forked: 'Forked to a new chat',
  forkedNote:
    'It has the messages up to here with their attachments, and the model, servers and settings. Permissions and the approval mode of the first chat, and its draft, do not apply.',
  compare: 'Compare with another model…',
  pin: 'Keep in context',
  plain: 'Copy as plain text',
  link: 'Copy link',
  quote: 'Quote',
  linkCopied: 'Copied the link',
}
