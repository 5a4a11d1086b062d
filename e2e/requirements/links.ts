import type { Requirement } from './requirement.ts'

/** Links in answers, which can carry what a chat holds to whoever has the host. */
export const linkRequirements = {
  'links.receiver': {
    promise: 'A link of an answer takes no text of the chat anywhere that the person did not see.',
    clauses: {
      'shape-asked':
        'An address with a query, a fragment, a long path or host is shown in a window of its own before it is opened.',
      'text-found':
        'Text of messages, servers and files in an address is found, also encoded, marked, and named with its source.',
      shown: 'The window shows the whole address, its host first.',
      exact: 'What is opened is the address that was shown; a refusal opens nothing.',
      remembered:
        'Plain addresses of a host that the person remembered open at once; those with text of the chat do not.',
      rules: 'A rule that keeps a server’s text from another holds for links to that one’s host.',
      recorded: 'Each opening is on record before it happens.',
      forgotten: 'The person can have a remembered host forgotten.',
    },
  },
} satisfies Record<string, Requirement>
