import { z } from 'zod'
import {
  contentBlockSchema,
  embeddedResourceSchema,
  resourceLinkSchema,
} from '../content/content.ts'
import { jsonObjectSchema, type JsonValue } from '../json/json.ts'
import type { JsonBudget } from '../json/json-budget.ts'

/** One message of a view. */
export const APP_MESSAGE_BUDGET: JsonBudget = { bytes: 1_048_576, nodes: 50_000, depth: 64 }

/** Codes of JSON-RPC 2.0, and the one for refusals (MCP Apps 2026-01-26). */
export const APP_ERROR = {
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  refused: -32000,
} as const

const rpcIdSchema = z.union([z.string().max(200), z.number().int().safe()])
export type AppRpcId = z.infer<typeof rpcIdSchema>

const oneOrMore = z
  .union([contentBlockSchema, z.array(contentBlockSchema).max(100)])
  .transform((content) => [content].flat())

/** Inside the transcript, in the whole window, or small above it (MCP Apps 2026-01-26, "Display Modes"). */
export const appDisplayModeSchema = z.enum(['inline', 'fullscreen', 'pip'])
export type AppDisplayMode = z.infer<typeof appDisplayModeSchema>

const requestSchema = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('ui/initialize'),
    params: z.object({
      protocolVersion: z.string().max(40),
      appCapabilities: z
        .object({ availableDisplayModes: z.array(z.string().max(40)).max(20).optional() })
        .optional(),
    }),
  }),
  z.object({ method: z.literal('ping'), params: z.unknown().optional() }),
  z.object({
    method: z.literal('tools/call'),
    params: z.object({ name: z.string().max(512), arguments: jsonObjectSchema.default({}) }),
  }),
  z.object({
    method: z.literal('resources/read'),
    params: z.object({ uri: z.string().min(1).max(2048) }),
  }),
  z.object({ method: z.literal('ui/open-link'), params: z.object({ url: z.string().max(8192) }) }),
  z.object({
    method: z.literal('ui/message'),
    // The specification says an object, the published library an array.
    params: z.object({ role: z.literal('user'), content: oneOrMore }),
  }),
  z.object({
    method: z.literal('ui/update-model-context'),
    params: z.object({
      content: z.array(contentBlockSchema).max(100).default([]),
      structuredContent: jsonObjectSchema.optional(),
    }),
  }),
  z.object({
    // Draft: a file for the person, whole or as a link to a resource of the server.
    method: z.literal('ui/download-file'),
    params: z.object({
      contents: z.tuple([z.union([embeddedResourceSchema, resourceLinkSchema])]),
    }),
  }),
  z.object({
    method: z.literal('ui/request-display-mode'),
    params: z.object({ mode: appDisplayModeSchema }),
  }),
])
export type AppRequest = z.infer<typeof requestSchema>

const notificationSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('ui/notifications/initialized') }),
  z.object({
    method: z.literal('ui/notifications/size-changed'),
    params: z.object({ height: z.number().nonnegative().max(1_000_000).optional() }),
  }),
  z.object({ method: z.literal('ui/notifications/request-teardown') }),
])
export type AppNotification = z.infer<typeof notificationSchema>

const METHODS = new Set<unknown>(
  requestSchema.options.map(({ shape }) => shape.method.values.values().next().value),
)

const envelopeSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcIdSchema.optional(),
  method: z.string().max(200).optional(),
})

/** A message of a view, read against the methods that the host knows. */
export type AppMessage =
  | { kind: 'request'; id: AppRpcId; request: AppRequest }
  | { kind: 'refused'; id: AppRpcId; rule: 'unknown-method' | 'invalid-params' }
  | { kind: 'notification'; notification: AppNotification }
  | { kind: 'response'; id: AppRpcId }
  /** A notification that the host does not use. */
  | { kind: 'ignored' }
  | { kind: 'not-a-message' }

/** Checks a message of a view by schemas; members that they do not name are dropped. */
export function readAppMessage(value: JsonValue): AppMessage {
  const envelope = envelopeSchema.safeParse(value)
  if (!envelope.success) return { kind: 'not-a-message' }
  const { id, method } = envelope.data
  if (method === undefined)
    return id === undefined ? { kind: 'not-a-message' } : { kind: 'response', id }
  if (id === undefined) {
    const notification = notificationSchema.safeParse(value)
    return notification.success
      ? { kind: 'notification', notification: notification.data }
      : { kind: 'ignored' }
  }
  const request = requestSchema.safeParse(value)
  if (request.success) return { kind: 'request', id, request: request.data }
  return { kind: 'refused', id, rule: METHODS.has(method) ? 'invalid-params' : 'unknown-method' }
}
