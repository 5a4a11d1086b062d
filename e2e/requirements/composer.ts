import type { Requirement } from './requirement.ts'

/** What is promised of writing a message and of the keys of every day. */
export const composerRequirements = {
  'chat.composer': {
    promise: 'Writing a message moves nothing else.',
    clauses: {
      pinned: 'The end of the chat stays in view while a draft of several lines is typed.',
    },
  },
  'chat.keys': {
    promise: 'What is done every day takes few keys, and no pointer.',
    clauses: {
      prompt: 'A prompt takes three keys more than its name and its arguments.',
      file: 'A file of the workspace takes three keys more than the letters that find it.',
      edit: 'The last message is edited in one key, sent in another, and the composer has the keys again.',
      find: 'A message of another chat takes two keys more than the words that find it, and is shown in its place.',
      model:
        'Another model takes two keys more than its name, and what is typed goes on where it was.',
    },
  },
} as const satisfies Record<string, Requirement>
