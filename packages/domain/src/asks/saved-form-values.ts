import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { formValueSchema } from './server-request.ts'

/** Values that the person sent in forms of a server and asked to save for the next ones; never possible secrets. */
export const savedFormValuesSchema = z.object({
  serverId: identifierSchema,
  /** Digest of who the server was; another one is given nothing. */
  serverIdentity: z.string(),
  savedAt: timestampSchema,
  /** Values by the names of fields, in the order in which they were saved. */
  values: z.record(z.string(), formValueSchema),
})
export type SavedFormValues = z.infer<typeof savedFormValuesSchema>
