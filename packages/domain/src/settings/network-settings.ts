import { z } from 'zod'
import { AUTHORITY_LIMITS } from './network-limits.ts'
import { serverNetworkSchema } from '../servers/server.ts'
import { draftNetworkSchema } from '../servers/server-draft.ts'

/** A certificate as a person reads it. Times in milliseconds since the Unix epoch. */
export const certificateFactsSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  validFrom: z.number(),
  validTo: z.number(),
  /** SHA-256 in hex. */
  fingerprint: z.string(),
})
export type CertificateFacts = z.infer<typeof certificateFactsSchema>

/** Certificate authorities that are trusted besides the usual ones. */
const trustedAuthoritiesSchema = z.object({
  /** Name of the file that the person picked. */
  name: z.string(),
  /** Absolute path of the app's own copy, in PEM. */
  file: z.string(),
  certificates: z.array(certificateFactsSchema).min(1).max(AUTHORITY_LIMITS.certificates),
})

/**
 * The way to the network of models, and of servers without settings of their own. `system`: the environment's proxy
 * variables, else the system's setting. This computer is always reached directly.
 */
export const networkSettingsSchema = z.object({
  proxy: serverNetworkSchema.shape.proxy,
  authorities: trustedAuthoritiesSchema.nullable(),
})
export type NetworkSettings = z.infer<typeof networkSettingsSchema>

/** The content of a file of certificate authorities. */
export const authorityFileSchema = trustedAuthoritiesSchema
  .omit({ file: true })
  .extend({ path: z.string(), /** Of the whole file, in hex. */ sha256: z.string() })
export type AuthorityFile = z.infer<typeof authorityFileSchema>

/** `keep`: the stored ones. `sha256` is the digest of the file whose content was shown. */
export const networkDraftSchema = z.object({
  proxy: draftNetworkSchema.shape.proxy,
  authorities: z.union([
    z.literal('keep'),
    z.null(),
    z.object({
      path: z
        .string()
        .min(1)
        .max(4096)
        .regex(/^[^\0]*$/),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ]),
})
export type NetworkDraft = z.infer<typeof networkDraftSchema>

/** The outcome of a request to an address, which carries neither key nor chat. */
export const networkTestSchema = z.discriminatedUnion('kind', [
  /** Any HTTP status: the address responded. `proxy` is host and port; null for a direct connection. */
  z.object({ kind: z.literal('reached'), status: z.number(), proxy: z.string().nullable() }),
  /** `reason` as of `ProxyFailure`: a network code, an HTTP status, `SOCKS`, `INVALID` or `PASSWORD`. */
  z.object({ kind: z.literal('proxy'), proxy: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('certificate'), reason: z.string() }),
  /** A network code, or `CA_FILE` where the app's copy of the certificates cannot be read. */
  z.object({ kind: z.literal('unreachable'), reason: z.string() }),
])
export type NetworkTest = z.infer<typeof networkTestSchema>

/** The recipients behind a proxy, and the trusted certificates: the subject of the person's consent. */
export const networkReachSchema = z.object({
  proxy: z.union([
    z.literal('system'),
    z.literal('none'),
    z.object({ url: z.string(), user: z.string().nullable(), hasPassword: z.boolean() }),
  ]),
  certificates: z.array(certificateFactsSchema),
})
export type NetworkReach = z.infer<typeof networkReachSchema>
