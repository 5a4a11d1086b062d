import type { Requirement } from './requirement.ts'

/** Chats as a collection: as files, as they are begun, found and put away. */
export const chatLibraryRequirements = {
  'chat.setup': {
    promise: 'What the model of a chat is asked with is seen and set, chat by chat.',
    clauses: {
      sent: 'The model is sent the system prompt, the parameters and the tools that the chat shows.',
      begin: 'New chats begin with a preset.',
    },
  },
  'chat.files': {
    promise: 'A chat is exported from its menu, and imported again.',
    clauses: {
      export: 'Markdown and JSON are written to the file that the person picks.',
      import: 'The chat comes back with its versions, and says that it was imported.',
      refused: 'A file that is no chat is refused in words.',
    },
  },
} as const satisfies Record<string, Requirement>
