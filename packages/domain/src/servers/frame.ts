import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'
import { jsonValueSchema } from '../json/json.ts'

/** HTTP facts of one message, or of a request of an interface: never a header's value, a query or a whole session id. */
export const httpFactsSchema = z.object({
  method: z.string(),
  /** Host and path. */
  url: z.string(),
  /** Absent until its response came. */
  status: z.number().int().optional(),
  contentType: z.string().optional(),
  /** Distinguishes one session from another; not its id. */
  session: z.string().optional(),
})
export type HttpFacts = z.infer<typeof httpFactsSchema>

/** Rules by which the host refuses a message of a view. */
const viewRefusalSchema = z.enum([
  'too-large',
  'not-a-message',
  'unknown-method',
  'invalid-params',
  /** Too many in a time. */
  'too-many',
  /** Too many requests that wait for their response. */
  'too-many-open',
  /** Before the view is initialized, or a second time. */
  'wrong-state',
  /** By a rule for calls, resources, links, files and drafts, or by the person; the response has the words. */
  'not-allowed',
])
export type ViewRefusal = z.infer<typeof viewRefusalSchema>

/** One JSON-RPC message on a wire, as tapped from the transport. `out` is host to server, or host to view. */
export const frameSchema = z.object({
  serverId: identifierSchema,
  /** Counts up from 1 for each server; gaps mean that older frames were dropped from the ring. */
  seq: z.number().int().positive(),
  at: timestampSchema,
  direction: z.enum(['out', 'in']),
  /** `app-request`: no message, but a request of an interface of the server over HTTP, with its outcome. */
  kind: z.enum(['request', 'response', 'error', 'notification', 'malformed', 'app-request']),
  method: z.string().optional(),
  rpcId: z.union([z.string(), z.number()]).optional(),
  bytes: z.number().int().nonnegative(),
  /** The message itself, or its first part as text when it is too large to keep. */
  message: jsonValueSchema,
  truncated: z.boolean(),
  /** For responses: milliseconds since the request, without the time that a person took to answer. */
  latencyMs: z.number().nonnegative().optional(),
  http: httpFactsSchema.optional(),
  /** The entry of the tool call that it was sent for, or that it is the response to. */
  callId: identifierSchema.optional(),
  /** An error that reports to the server that the person declined: nothing went wrong. */
  refusedByPerson: z.boolean().optional(),
  /** Of a message between the host and a view of the server (MCP Apps), which never was on the server's wire. */
  view: z
    .object({
      id: identifierSchema,
      /** Title of the tool whose interface it is. */
      title: z.string(),
      /** On the response to a refused request, and on any other message that was refused. */
      refused: viewRefusalSchema.optional(),
    })
    .optional(),
})
export type Frame = z.infer<typeof frameSchema>

/** A line of a server's log: what it printed, or what the host reports about it. */
export const logLineSchema = z.object({
  serverId: identifierSchema,
  seq: z.number().int().positive(),
  at: timestampSchema,
  source: z.enum(['stderr', 'stdout', 'host', 'server']),
  level: z.enum(['debug', 'info', 'warning', 'error']),
  text: z.string(),
})
export type LogLine = z.infer<typeof logLineSchema>
