import { z } from 'zod'
import { identifierSchema, timestampSchema } from './identifier.ts'

/** How many server hues the interface has. A hue marks a server everywhere. */
export const SERVER_HUE_COUNT = 8

/** A value that is either written here or kept in the operating system's keychain under `ref`. */
export const storedValueSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), value: z.string() }),
  z.object({ kind: z.literal('secret'), ref: z.string() }),
])
export type StoredValue = z.infer<typeof storedValueSchema>

const namedValueSchema = z.object({ name: z.string(), value: storedValueSchema })

export const stdioTransportSchema = z.object({
  kind: z.literal('stdio'),
  command: z.string(),
  args: z.array(z.string()),
  env: z.array(namedValueSchema),
  cwd: z.string().optional(),
})
export const httpTransportSchema = z.object({
  kind: z.literal('http'),
  url: z.string(),
  headers: z.array(namedValueSchema),
})

export const serverTransportSchema = z.discriminatedUnion('kind', [
  stdioTransportSchema,
  httpTransportSchema,
])
export type ServerTransport = z.infer<typeof serverTransportSchema>

/** `auto` probes for the modern era first; `legacy` never does; otherwise one pinned revision. */
export const protocolPreferenceSchema = z.union([
  z.literal('auto'),
  z.literal('legacy'),
  z.object({ pin: z.string() }),
])
export type ProtocolPreference = z.infer<typeof protocolPreferenceSchema>

export const startPolicySchema = z.enum(['launch', 'demand'])
export type StartPolicy = z.infer<typeof startPolicySchema>

/** A server as kept on disk. Holds references to secrets, never their values. */
export const serverConfigSchema = z.object({
  id: identifierSchema,
  name: z.string(),
  hue: z
    .number()
    .int()
    .min(0)
    .max(SERVER_HUE_COUNT - 1),
  transport: serverTransportSchema,
  protocol: protocolPreferenceSchema,
  start: startPolicySchema,
  /** Milliseconds without an answer or progress after which a request is given up. */
  requestTimeoutMs: z.number().int().min(1000).max(3_600_000),
  createdAt: timestampSchema,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

/** A server ready to be opened: secrets filled in. Lives in main only, for as long as a start takes. */
export type ResolvedTransport =
  | {
      kind: 'stdio'
      command: string
      args: string[]
      env: Record<string, string>
      cwd: string | undefined
    }
  | { kind: 'http'; url: string; headers: Record<string, string> }
