import { z } from 'zod'
import { identifierSchema, timestampSchema } from '../identifier.ts'

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
