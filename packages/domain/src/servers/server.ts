import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import type { JsonObject } from '../json/json.ts'
import { serverInstallationSchema } from './launch/installed-package.ts'
import { registryEntrySchema } from './launch/catalogue.ts'
import { launchPinSchema } from './launch/launch-pin.ts'
import { placeholderValueSchema } from './launch/placeholder-value.ts'
import { signInRedirectSchema } from './sign-in.ts'
import {
  appDrawingSchema,
  appGivingSchema,
  behaviourShape,
  silenceLimitSchema,
} from './server-behaviour.ts'

/** Number of server hues of the interface. A hue marks a server everywhere. */
export const SERVER_HUE_COUNT = 8

/**
 * A value that is either written here or kept in the operating system's keychain under `ref`.
 * `receiver`: digest of who it was given for; absent in what an earlier version wrote, which kept it for
 * the launch that it stands in.
 */
export const storedValueSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain'), value: z.string() }),
  z.object({ kind: z.literal('secret'), ref: z.string(), receiver: z.string().optional() }),
])
export type StoredValue = z.infer<typeof storedValueSchema>

const namedValueSchema = z.object({ name: z.string(), value: storedValueSchema })

/** `auto` = Streamable HTTP, and HTTP+SSE where that is not understood (MCP 2025-11-25, transports). */
export const httpTransportKindSchema = z.enum(['auto', 'streamable-http', 'http-sse'])
export type HttpTransportKind = z.infer<typeof httpTransportKindSchema>

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
  httpTransport: httpTransportKindSchema.optional(),
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
  z.object({ pin: z.string().max(100) }),
])
export type ProtocolPreference = z.infer<typeof protocolPreferenceSchema>

export const startPolicySchema = z.enum(['launch', 'demand'])
export type StartPolicy = z.infer<typeof startPolicySchema>

/**
 * Network settings. Proxy `system`: the environment's proxy variables, else the system's setting;
 * `none`: always direct. Loopback is reached through a proxy only when one is given here.
 */
export const serverNetworkSchema = z.object({
  proxy: z.union([
    z.literal('system'),
    z.literal('none'),
    z.object({
      url: z.string(),
      user: z.string().optional(),
      password: storedValueSchema.optional(),
    }),
  ]),
  /** Path of a PEM file with certificate authorities that are trusted besides the usual ones. */
  caFile: z.string().optional(),
})
export type ServerNetwork = z.infer<typeof serverNetworkSchema>

/**
 * OAuth grant of a client: the person signs in, or the client acts by itself (RFC 6749, section 4.4), or it
 * exchanges a signed statement of the identity of this computer or the person (RFC 7523; ID-JAG).
 */
export const oauthGrantSchema = z.enum(['sign-in', 'client-credentials', 'workload', 'enterprise'])
export type OAuthGrant = z.infer<typeof oauthGrantSchema>

/** A client that the person registered with an authorization server by hand. */
export const oauthClientSchema = z.object({
  grant: oauthGrantSchema,
  /** The one authorization server that it is for (RFC 8414, section 2). */
  issuer: z.string(),
  id: z.string(),
  credential: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('secret'), value: storedValueSchema }),
    /** A private key as PEM or JWK (RFC 7523, section 2.2). */
    z.object({ kind: z.literal('key'), value: storedValueSchema, keyId: z.string().optional() }),
  ]),
  /** Scopes to request in place of those the server names; empty = those it names. */
  scopes: z.array(z.string()),
  /** Where the statement is; read again for each token. Absent = the person signs in at the provider, if there is one. */
  statementFile: z.string().optional(),
  /** The identity provider of the person, and the client that the statement was given to there. */
  provider: z.object({ issuer: z.string(), id: z.string() }).optional(),
})
export type OAuthClient = z.infer<typeof oauthClientSchema>

/** A server as kept on disk. Holds references to secrets, never their values. */
export const serverConfigSchema = z.object({
  id: identifierSchema,
  name: z.string(),
  /** The name is that of the host, and no connection was opened since: see `adoptedName`. */
  isNameSuggested: z.literal(true).optional(),
  hue: z
    .number()
    .int()
    .min(0)
    .max(SERVER_HUE_COUNT - 1),
  transport: serverTransportSchema,
  protocol: protocolPreferenceSchema,
  /** Absent = the system's proxy and the usual certificate authorities. */
  network: serverNetworkSchema.optional(),
  /** Absent = the app registers itself; only for an address. */
  oauthClient: oauthClientSchema.optional(),
  /** Absent = any free port of 127.0.0.1; only for an address. */
  signInRedirect: signInRedirectSchema.optional(),
  start: startPolicySchema,
  /** Milliseconds without a response or progress after which a request times out. */
  requestTimeoutMs: silenceLimitSchema,
  ...behaviourShape,
  /** Absent = as the setting for all servers. */
  apps: appDrawingSchema.optional(),
  /** Absent = `public`. */
  appGiving: appGivingSchema.optional(),
  /** The files that were allowed to run; absent for an address, or when none was found at the review. */
  pin: launchPinSchema.optional(),
  /** Values of its placeholders when the launch was allowed: it starts with no others. */
  seenPlaceholders: z.array(placeholderValueSchema).optional(),
  /** Absent for a server that the app did not install. */
  installation: serverInstallationSchema.optional(),
  /** Absent for a server that was not added from a registry. */
  registryEntry: registryEntrySchema.optional(),
  createdAt: timestampSchema,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

/** The settings of a server that can change while it runs, without a review: they do not affect what runs. */
export const serverBehaviourSchema = serverConfigSchema.pick({
  start: true,
  requestTimeoutMs: true,
  startTimeoutMs: true,
  totalTimeoutMs: true,
  toolTimeouts: true,
  logLevel: true,
})
export type ServerBehaviour = z.infer<typeof serverBehaviourSchema>

/** A server ready to be opened: secrets filled in. Lives in main only, for as long as a start takes. */
export type ResolvedTransport =
  | {
      kind: 'stdio'
      command: string
      args: string[]
      env: Record<string, string>
      cwd: string | undefined
    }
  | {
      kind: 'http'
      url: string
      headers: Record<string, string>
      httpTransport?: HttpTransportKind
    }
  /** A transport that was registered with the connection layer under this name. */
  | { kind: 'custom'; name: string; settings: JsonObject }

/** {@link ServerNetwork} with its password filled in. */
export interface ResolvedNetwork {
  proxy:
    | 'system'
    | 'none'
    /**
     * `skipsLoopback`: addresses of this computer are reached directly. `lacksPassword`: it cannot be read, so
     * nothing goes through the proxy.
     */
    | {
        url: string
        user?: string
        password?: string
        skipsLoopback?: true
        lacksPassword?: true
      }
  caFile?: string
}
