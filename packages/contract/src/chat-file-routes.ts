import { conversationSchema, identifierSchema } from '@gatehouse/domain'
import { chatImportOutcomeSchema, chatImportPreviewSchema } from '@gatehouse/domain/chats'
import { z } from 'zod'
import { noInput, route } from './route.ts'

/** Routes that export chats to files and import them. */
export const chatFileRoutes = {
  /**
   * Writes a chat with all its versions and attachments to a file that the person picks in the system's
   * dialog: as JSON Lines, which can be imported, or as Markdown to read. `null` when they closed it. Fails
   * with `chat/not-written`, `chat/not-exportable`.
   */
  'chat.export': route({
    input: z.object({ id: identifierSchema, format: z.enum(['json', 'markdown']) }),
    output: z.object({ path: z.string() }).nullable(),
    acts: 'press',
  }),
  /**
   * Writes a text that the window shows, a table, a chart or code, to a file that the person picks in the system's dialog.
   * `null` when they closed it. Fails with `chat/not-written`.
   */
  'chat.save-text': route({
    input: z.object({
      /** Proposed for the file; what no file system takes is left out. */
      name: z.string().max(200),
      ending: z.enum(['.csv', '.json', '.md', '.svg', '.txt']),
      text: z.string().max(3_500_000),
    }),
    output: z.object({ path: z.string() }).nullable(),
    acts: 'press',
  }),
  /**
   * Imports a chat from a file that the person picks in the system's dialog; `null` when they closed it. Nothing in
   * it runs, waits or is allowed. Fails with `chat/import-refused`, `chat/import-busy`, `chat/not-read`.
   */
  'chat.import': route({ input: noInput, output: conversationSchema.nullable(), acts: 'press' }),
  /**
   * Reads the export file of another product that the person picks, and returns a preview; nothing is stored.
   * `null` when they closed the dialog, or cancelled. Fails with `chat/import-refused`, `chat/import-busy`,
   * `chat/not-read`.
   */
  'chat.read-product-file': route({
    input: noInput,
    output: chatImportPreviewSchema.nullable(),
    acts: 'press',
  }),
  /** Imports the chats of the last read file. Fails as reading does, and with `chat/import-over`. */
  'chat.import-product-file': route({
    input: noInput,
    output: chatImportOutcomeSchema,
    acts: 'press',
  }),
  /** Cancels the running import; the chats that it imported so far stay. */
  'chat.cancel-product-import': route({ input: noInput, output: z.void(), acts: 'free' }),
}
