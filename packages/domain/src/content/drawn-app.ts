import { z } from 'zod'
import { blobRefSchema } from './stored-result.ts'

/** Domains of each kind that are read. */
export const MAX_APP_DOMAINS = 20

/** Declared needs of an interface, which a sealed view is not given. */
export const appNeedsSchema = z.object({
  /** Origins, as the server wrote them: untrusted text. */
  domains: z.array(z.string().max(255)).max(4 * MAX_APP_DOMAINS),
  permissions: z.array(z.enum(['camera', 'microphone', 'geolocation', 'clipboardWrite'])),
})
export type AppNeeds = z.infer<typeof appNeedsSchema>

/** An interface as it was drawn for a call. */
export const drawnAppSchema = z.object({ html: blobRefSchema, needs: appNeedsSchema })
