import { z } from 'zod'
import { connectionFailureSchema } from './connection-failure.ts'
import { iconsSchema } from '../content/icon.ts'
import { timestampSchema } from '../identifier.ts'
import { jsonObjectSchema } from '../json/json.ts'

/** The negotiated connection. Modern servers may be anonymous. */
export const connectionInfoSchema = z.object({
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string(),
  /** `stdio`, `streamable-http`, `http-sse`, or the name of a registered transport. */
  transport: z.string().optional(),
  serverName: z.string().optional(),
  serverTitle: z.string().optional(),
  serverVersion: z.string().optional(),
  serverDescription: z.string().optional(),
  icons: iconsSchema.optional(),
  instructions: z.string().optional(),
  capabilities: jsonObjectSchema,
  /** Process id of a stdio server. */
  pid: z.number().int().optional(),
  /** Milliseconds that the handshake took. */
  connectMs: z.number().nonnegative(),
})
export type ConnectionInfo = z.infer<typeof connectionInfoSchema>

export const connectionStepSchema = z.enum([
  'queue',
  'resolve',
  'spawn',
  'download',
  'handshake',
  'sign-in',
  'list',
])
export type ConnectionStep = z.infer<typeof connectionStepSchema>

/** Progress of a start that downloads, as far as the system shows it. */
export const downloadProgressSchema = z.object({
  /** The program that may download, as `npx`. */
  program: z.string(),
  /** Lines that it printed. */
  lines: z.number().int().nonnegative(),
  /** Bytes that its processes wrote to disk; absent where the system does not show them. */
  writtenBytes: z.number().nonnegative().optional(),
  /** False once its processes have been idle for a while. */
  isWorking: z.boolean(),
})
export type DownloadProgress = z.infer<typeof downloadProgressSchema>

export const connectionStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('stopped') }),
  z.object({
    status: z.literal('starting'),
    since: timestampSchema,
    step: connectionStepSchema,
    attempt: z.number().int().positive(),
    download: downloadProgressSchema.optional(),
    /** Duration of the latest response of this start. */
    roundTripMs: z.number().nonnegative().optional(),
  }),
  z.object({
    status: z.literal('ready'),
    since: timestampSchema,
    info: connectionInfoSchema,
    lastRoundTripAt: timestampSchema,
    lastRoundTripMs: z.number().nonnegative(),
    /** Since then it is not known whether the server still responds; absent while it does. */
    suspectSince: timestampSchema.optional(),
  }),
  z.object({ status: z.literal('stopping'), since: timestampSchema }),
  z.object({
    status: z.literal('failed'),
    at: timestampSchema,
    failure: connectionFailureSchema,
    attempt: z.number().int().positive(),
    /** When the next try begins; absent when only the person can continue. */
    retryAt: timestampSchema.optional(),
  }),
])
export type ConnectionState = z.infer<typeof connectionStateSchema>

export const connectionEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start-requested'),
    at: timestampSchema,
    /** A person asks: earlier attempts count no more. */
    isFresh: z.boolean().optional(),
  }),
  z.object({ type: z.literal('step-reached'), step: connectionStepSchema }),
  z.object({ type: z.literal('downloading'), progress: downloadProgressSchema }),
  z.object({ type: z.literal('opened'), at: timestampSchema, info: connectionInfoSchema }),
  z.object({ type: z.literal('round-trip'), at: timestampSchema, ms: z.number().nonnegative() }),
  /** The computer slept, the network changed, or a response is overdue. */
  z.object({ type: z.literal('suspected'), at: timestampSchema }),
  z.object({
    type: z.literal('failed'),
    at: timestampSchema,
    failure: connectionFailureSchema,
    retryAt: timestampSchema.optional(),
  }),
  z.object({ type: z.literal('stop-requested'), at: timestampSchema }),
  z.object({ type: z.literal('stopped') }),
])
export type ConnectionEvent = z.infer<typeof connectionEventSchema>

/**
 * The protocol that was negotiated at the last start, stored so that the next start need not negotiate.
 * Only valid while `key`, a digest of the server's identity, stays the same.
 */
export const negotiatedProtocolSchema = z.object({
  key: z.string(),
  era: z.enum(['legacy', 'modern']),
  protocolVersion: z.string(),
  transport: z.string(),
  serverVersion: z.string().optional(),
})
export type NegotiatedProtocol = z.infer<typeof negotiatedProtocolSchema>
