import { z } from 'zod'
import { timestampSchema } from '../identifier.ts'

/** Milliseconds before an ask expires in which the person is reminded of it. */
const EXPIRY_REMINDER_MS = 120_000

/** When an ask is withdrawn because no one answered it. */
export const askExpirySchema = z.object({
  at: timestampSchema,
  /** `server`: it follows from the `ttl` that the server gave a task; `host`: a limit of the host's own. */
  setBy: z.enum(['host', 'server']),
})
export type AskExpiry = z.infer<typeof askExpirySchema>

interface Expiring {
  createdAt: number
  expiry?: AskExpiry | undefined
}

/** When the person is reminded that an ask is about to expire: not before half of its time is over. */
export function expiryReminderAt({ createdAt, expiry }: Expiring): number | undefined {
  if (!expiry) return undefined
  const half = createdAt + (expiry.at - createdAt) / 2
  return Math.max(expiry.at - EXPIRY_REMINDER_MS, half)
}
