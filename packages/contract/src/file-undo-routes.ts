import { identifierSchema } from '@gatehouse/domain'
import { undoPreviewSchema } from '@gatehouse/domain/chats'
import { z } from 'zod'
import { route } from './route.ts'

const callOfChat = z.object({ id: identifierSchema, entryId: identifierSchema })

/** Undoes what calls changed in files. */
export const fileUndoRoutes = {
  /**
   * An undo of what a call of a chat changed in files, compared with the files as they are now. Fails with `undo/not-kept`,
   * `undo/elsewhere`, `workspace/…`, `attachment/file-too-large`, `store/blob-missing`.
   */
  'chat.preview-undo': route({
    input: callOfChat,
    output: undoPreviewSchema,
    // Reads files of the workspace.
    acts: 'press',
  }),
  /** Makes it as it was compared. Fails likewise, and with `undo/changed`, `undo/not-as-shown`, `undo/refused`. */
  'chat.undo-file-change': route({
    input: callOfChat.extend({ shown: z.string().regex(/^[0-9a-f]{64}$/) }),
    output: z.void(),
    acts: 'press',
  }),
}
