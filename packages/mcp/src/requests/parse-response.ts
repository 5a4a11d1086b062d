import { GatehouseError } from '@gatehouse/domain'
import type { z } from 'zod'
import type { RequestContext } from './connection-context.ts'

/** The response as domain data. Throws `request/invalid-response` saying which part is wrong. */
export function parseResponse<T>(
  schema: z.ZodType<T>,
  response: unknown,
  about: { parts: RequestContext; what: string },
): T {
  const parsed = schema.safeParse(response)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') || 'the response'
  throw new GatehouseError(
    'request/invalid-response',
    `${about.parts.context.options.serverName} answered ${about.what} with something that is not allowed: ${where}: ${issue?.message ?? 'invalid'}`,
  )
}
