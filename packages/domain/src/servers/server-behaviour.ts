import { z } from 'zod'

/** Severities of RFC 5424, least first (MCP 2025-11-25, server/utilities/logging). */
export const loggingLevelSchema = z.enum([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
])
export type LoggingLevel = z.infer<typeof loggingLevelSchema>

/** Milliseconds without a response or progress. */
export const silenceLimitSchema = z.number().int().min(1000).max(3_600_000)
/** Milliseconds in all, progress or not; time in which a person is asked does not count. */
export const totalLimitSchema = z.number().int().min(1000).max(86_400_000)

/** Time limits of one tool; what is absent is the server's. */
export const toolTimeoutSchema = z.object({
  tool: z.string().min(1).max(256),
  requestTimeoutMs: silenceLimitSchema.optional(),
  totalTimeoutMs: totalLimitSchema.optional(),
})
export type ToolTimeout = z.infer<typeof toolTimeoutSchema>

/** Interfaces of servers (MCP Apps): drawn in the chat, each in a window of its own, or the results of their tools as text. */
export const appDrawingSchema = z.enum(['inline', 'window', 'text'])
export type AppDrawing = z.infer<typeof appDrawingSchema>

/**
 * Access that interfaces of a server may get after consent: nothing, or hosts elsewhere and permissions; `local`: also
 * hosts on this computer and in its network.
 */
export const appGivingSchema = z.enum(['never', 'public', 'local'])
export type AppGiving = z.infer<typeof appGivingSchema>

/** The part of a server's configuration that takes effect without a new start. */
export const behaviourShape = {
  /** Milliseconds for a start without output; absent = a minute. */
  startTimeoutMs: silenceLimitSchema.optional(),
  /** Absent = half an hour. */
  totalTimeoutMs: totalLimitSchema.optional(),
  toolTimeouts: z.array(toolTimeoutSchema).max(200).optional(),
  /** The least severity that the server is asked to log; absent = its own default. */
  logLevel: loggingLevelSchema.optional(),
}

/** Default of the time that a start waits for a response or output. */
export const DEFAULT_START_TIMEOUT_MS = 60_000

/** The longest that a call may take when nothing else is set. */
export const DEFAULT_TOTAL_TIMEOUT_MS = 30 * 60_000
