import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'

/** The kind of a secret: never its value, nor anything derived from it. */
export const secretSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('variable'), name: z.string() }),
  z.object({ kind: z.literal('header'), name: z.string() }),
  z.object({ kind: z.literal('proxy-password'), user: z.string() }),
  z.object({ kind: z.literal('client-secret') }),
  z.object({ kind: z.literal('client-key') }),
  /** Tokens, and how the app is registered; `issuer`: its host, null when it is unknown. */
  z.object({ kind: z.literal('sign-in'), issuer: z.string().nullable() }),
  /** A registration without tokens, after signing out. */
  z.object({ kind: z.literal('registration'), issuer: z.string() }),
  z.object({ kind: z.literal('api-key') }),
])
export type SecretSubject = z.infer<typeof secretSubjectSchema>

/**
 * - `kept`: in the keychain. `until-quit`: in memory only.
 * - `missing`: the keychain has lost it. `forgotten`: the person had it forgotten.
 * - `damaged`: a part of it is gone. `unused`: a sign-in of another address or client, or one that cannot be read.
 * - `left-over`: in the keychain, and nothing that is set up names it.
 * - `locked`, `unavailable`: the keychain cannot be read now.
 */
export const secretStateSchema = z.enum([
  'kept',
  'until-quit',
  'missing',
  'forgotten',
  'damaged',
  'unused',
  'left-over',
  'locked',
  'unavailable',
])
export type SecretState = z.infer<typeof secretStateSchema>

/** The longest ones hold the name of a variable or header. */
export const secretRefSchema = z.string().min(1).max(8192)

export const storedSecretSchema = z.object({
  /** Under which the keychain has it. */
  ref: secretRefSchema,
  subject: secretSubjectSchema,
  /** The receiver: an origin, or a program; null when there is none. */
  receiver: z.string().nullable(),
  /** When it was entered, or a token was last given; null when that is not known. */
  since: timestampSchema.nullable(),
  state: secretStateSchema,
})
export type StoredSecret = z.infer<typeof storedSecretSchema>

export const secretOwnerSchema = z.object({
  /** `network`: the proxy of the whole app. */
  kind: z.enum(['server', 'provider', 'network']),
  id: identifierSchema,
  name: z.string(),
  /** The hue of a server. */
  hue: z.number().int().nonnegative().nullable(),
  /** It is set up no more. */
  isGone: z.boolean(),
  /** A server that runs keeps what it was given. */
  isRunning: z.boolean(),
})
export type SecretOwner = z.infer<typeof secretOwnerSchema>

export const secretGroupSchema = z.object({
  owner: secretOwnerSchema,
  secrets: z.array(storedSecretSchema),
})
export type SecretGroup = z.infer<typeof secretGroupSchema>

/** An owner of secrets and their references, which the keychain itself cannot list. */
export const inventoryOwnerSchema = secretOwnerSchema
  .pick({ kind: true, id: true, name: true, hue: true })
  .extend({ refs: z.array(secretRefSchema) })
export type InventoryOwner = z.infer<typeof inventoryOwnerSchema>
