import type { Mutation } from './run-mutations.ts'

const chat = 'packages/ui/src/features/chat'
const lib = 'packages/ui/src/lib'

/** Guards of the window that protect the person, each removed. */
export const windowGuards: readonly Mutation[] = [
  {
    breaks: 'Enter that accepts a candidate of an input method sends the message',
    file: `${chat}/composer/composer.tsx`,
    text: 'if (isComposing(event)) return',
    replacement: '',
    test: `${chat}/window/chat-interaction.test.tsx`,
    title: 'does not send what an input method is still composing',
  },
  {
    breaks: 'the second Enter of a double press sends a draft',
    file: `${chat}/composer/composer.tsx`,
    text: 'if (!event.repeat && !isSecond &&',
    replacement: 'if (!event.repeat &&',
    test: `${chat}/composer/second-press.test.tsx`,
    title: 'what is half written is not sent by a second Enter on a button that hands the focus on',
  },
  {
    breaks: 'a message is lost when main refuses to send it',
    file: `${chat}/composer/composer.tsx`,
    text: 'sending.catch(() => drafts.restore(id, text))',
    replacement: 'sending.catch(() => undefined)',
    test: `${chat}/composer/use-draft.test.tsx`,
    title: 'a message is in the composer again when main refuses to send it',
  },
  {
    breaks: 'the shortcut of an approval card allows arguments that were not shown',
    file: `${chat}/approvals/approval-card.tsx`,
    text: "onMain: () => (unseen.blocked ? refuse('folded') : answer('allow-once'))",
    replacement: "onMain: () => answer('allow-once')",
    test: `${chat}/approvals/approval-card.test.tsx`,
    title: 'is counted for nesting that is folded, and not allowed by button or key',
  },
  {
    breaks: 'the shortcut of an approval card acts while a notice hides part of the card',
    file: `${lib}/chats/ask-target.ts`,
    text: '!overlays.whole.some(isOver) && !isUnderNotice(box, overlays)',
    replacement: '!overlays.whole.some(isOver)',
    test: `${lib}/chats/ask-target.test.tsx`,
    title:
      'a notice takes the keys from no question beside it, and from one that it hides a part of',
  },
  {
    breaks: 'a form with invalid values is submitted to the server',
    file: 'packages/ui/src/features/asks/forms/elicitation-form-card.tsx',
    text: 'const value = form.submit()',
    replacement: 'const value = form.submit() ?? form.value',
    test: 'packages/ui/src/features/asks/server-ask-card.test.tsx',
    title:
      'submits what was filled in together with the defaults, and nothing while a field is wrong',
  },
  {
    breaks: 'a link whose words name another host opens without a question',
    file: `${chat}/markdown/markdown-link.tsx`,
    text: 'mutate({ url: address, conversationId, ...doubt })',
    replacement: 'mutate({ url: address, conversationId })',
    test: `${chat}/markdown/markdown-link.test.tsx`,
    title: 'shows the real host of a link whose words claim another, and tells main of the doubt',
  },
  {
    breaks: 'a picture in an answer is fetched, which tells its server that it was read',
    file: `${chat}/markdown/markdown-parts.tsx`,
    text: '  img: Picture,\n',
    replacement: '',
    test: `${chat}/markdown/markdown-parts.test.tsx`,
    title: 'a picture in an answer is not fetched, and a link to it takes its place',
  },
  {
    breaks: 'invisible characters in a draft are not reported',
    file: `${chat}/markdown/hidden-characters-note.tsx`,
    text: 'if (count === 0) return null',
    replacement: 'if (count >= 0) return null',
    test: `${chat}/markdown/hidden-characters-note.test.tsx`,
    title: 'what a draft holds unseen is shown below it, and one press takes it out',
  },
  {
    breaks: 'Enter reaches the composer while the keystroke buffer is on',
    file: `${lib}/keys/typed-ahead.ts`,
    text: "if (event.key === 'Escape' && !onEscape) return",
    replacement: "if (event.key === 'Enter' || (event.key === 'Escape' && !onEscape)) return",
    test: `${lib}/keys/typed-ahead.test.tsx`,
    title:
      'what is typed before a field is there is kept for it, and none of it reaches the message',
  },
]
