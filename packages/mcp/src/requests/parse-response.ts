import { GatehouseError } from '@gatehouse/domain'
import type { z } from 'zod'
import type { RequestParts } from './connection-context.ts'

/** The answer as the domain knows it. Throws `request/bad-answer` saying which part is wrong. */
export function parseAnswer<T>(
  schema: z.ZodType<T>,
  answer: unknown,
  about: { parts: RequestParts; what: string },
): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') || 'the answer'
  throw new GatehouseError(
    'request/bad-answer',
    `${about.parts.context.options.serverName} answered ${about.what} with something that is not allowed: ${where}: ${issue?.message ?? 'invalid'}`,
  )
}
