import { z } from 'zod'
import { appPermissionSchema } from '../content/drawn-app.ts'
import { timestampSchema } from '../identifier.ts'

/** Uses that an interface declares hosts for. */
export const appUseSchema = z.enum(['connect', 'resource', 'frame', 'base'])
export type AppUse = z.infer<typeof appUseSchema>

/** A host that an interface may use (MCP Apps 2026-01-26, `_meta.ui.csp`). */
const appHostSchema = z.object({
  scheme: z.enum(['https', 'http']),
  /** As it is looked up: letters of other alphabets in punycode. */
  host: z.string(),
  /** All hosts below it, and not the host itself. */
  isWildcard: z.boolean(),
  port: z.number().int(),
  /** The host as the server wrote it, if that reads as another one. */
  written: z.string().nullable(),
  uses: z.array(appUseSchema),
})
export type AppHost = z.infer<typeof appHostSchema>

/** Permissions that a window can be given. A location is looked up over the network by the browser itself. */
const givablePermissionSchema = appPermissionSchema.exclude(['geolocation'])

/** Access of an interface beyond that of a sealed view. */
export const appAccessSchema = z.object({
  hosts: z.array(appHostSchema),
  permissions: z.array(givablePermissionSchema),
})
export type AppAccess = z.infer<typeof appAccessSchema>

/** A declared need that is never given. */
export const refusedNeedSchema = z.object({
  text: z.string(),
  reason: z.enum(['socket', 'local', 'unencrypted', 'too-wide', 'unreadable', 'location']),
})
export type RefusedNeed = z.infer<typeof refusedNeedSchema>

/** Access that the person gave, for one page of one server. */
export const givenAppAccessSchema = z.object({
  access: appAccessSchema,
  /** SHA-256 of the HTML, in hex. */
  hash: z.string(),
  /** Digest of the server's identity. */
  serverIdentity: z.string(),
  at: timestampSchema,
})
export type GivenAppAccess = z.infer<typeof givenAppAccessSchema>
