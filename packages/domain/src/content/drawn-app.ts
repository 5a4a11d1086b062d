import { z } from 'zod'
import { blobRefSchema } from './stored-result.ts'

/** Domains of each kind that are read. */
export const MAX_APP_DOMAINS = 20

/** Origins, as the server wrote them: untrusted text. */
const domainsSchema = z.array(z.string().max(255)).max(MAX_APP_DOMAINS)

export const appPermissionSchema = z.enum(['camera', 'microphone', 'geolocation', 'clipboardWrite'])

/** Declared needs of an interface, which a sealed view is not given. */
export const appNeedsSchema = z.object({
  /** All domains, each once. */
  domains: z.array(z.string().max(255)).max(4 * MAX_APP_DOMAINS),
  /** The same by their use; absent in what earlier versions stored. */
  uses: z
    .object({
      connect: domainsSchema,
      resource: domainsSchema,
      frame: domainsSchema,
      base: domainsSchema,
    })
    .optional(),
  permissions: z.array(appPermissionSchema),
})
export type AppNeeds = z.infer<typeof appNeedsSchema>

/** A reason for which the person does not see the interface of a call. */
export const appFailureSchema = z.enum([
  'no-html',
  'too-large',
  'not-read',
  /** It is another than before, and the person did not accept it yet. */
  'changed',
  'not-started',
  'crashed',
  'navigated',
  'took-focus',
  'over-limits',
  'spinning',
])
export type AppFailure = z.infer<typeof appFailureSchema>

/** An interface as it was drawn for a call. */
export const drawnAppSchema = z.object({ html: blobRefSchema, needs: appNeedsSchema })
