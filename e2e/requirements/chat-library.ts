import type { Requirement } from './requirement.ts'

/** Chats as a collection: as files, as they are begun, found and put away. */
export const chatLibraryRequirements = {
  'chat.files': {
    promise: 'A chat is exported from its menu, and imported again.',
    clauses: {
      export: 'Markdown and JSON are written to the file that the person picks.',
      import: 'The chat comes back with its versions, and says that it was imported.',
      refused: 'A file that is no chat is refused in words.',
    },
  },
} as const satisfies Record<string, Requirement>
