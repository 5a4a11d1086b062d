import { ATTACHMENT_LIMITS, identifierSchema } from '@gatehouse/domain'
import { folderListingSchema, listingChoiceSchema } from '@gatehouse/domain/documents'
import { z } from 'zod'
import { noInput, route } from './route.ts'

const folderPath = z.string().min(1).max(4096)
const errorSchema = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** Files of a picked folder that are attached to a draft. */
export const folderRoutes = {
  /** Opens the native folder picker for a folder of files to attach; `null` when the person closed it. */
  'chat.pick-folder': route({ input: noInput, output: z.string().nullable(), acts: 'press' }),
  /**
   * Lists the files below a folder that the person picked or dropped to attach its files; reads only ignore files. Fails
   * with `folder/…`.
   */
  'chat.list-folder': route({
    input: listingChoiceSchema.extend({ folder: folderPath }),
    output: folderListingSchema,
    // Of such folders alone.
    acts: 'free',
  }),
  /**
   * Reads files of a listed folder one after the other, and attaches each as `chat.attach-file` does, under its path
   * from that folder on. A file that cannot be attached does not hold back the others. Fails with `folder/not-picked`,
   * `chat/not-found`.
   */
  'chat.attach-folder-files': route({
    input: z.object({
      id: identifierSchema,
      folder: folderPath,
      paths: z.array(z.string().min(1).max(4096)).min(1).max(ATTACHMENT_LIMITS.count),
    }),
    output: z.object({
      attachmentIds: z.array(identifierSchema),
      failed: z.array(z.object({ path: z.string(), error: errorSchema })),
    }),
    acts: 'press',
  }),
}
