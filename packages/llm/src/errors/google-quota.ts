import { z } from 'zod'
import { valueOfJson } from '@gatehouse/domain'

/** `google.rpc.RetryInfo` and `google.rpc.QuotaFailure` among the details of an error. */
const detail = z.object({
  retryDelay: z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,9})?s$/)
    .optional()
    .catch(undefined),
  violations: z
    .array(z.object({ quotaId: z.string().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
})
const refusal = z.object({ error: z.object({ details: z.array(detail) }) })

function detailsOf(body: string): z.infer<typeof detail>[] {
  const parsed = refusal.safeParse(valueOfJson(body))
  return parsed.success ? parsed.data.error.details : []
}

/** Seconds that Google asks to wait in the body of a refusal. */
export function googleRetryDelay(body: string): number | undefined {
  const delay = detailsOf(body).find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay
  return delay === undefined ? undefined : Number.parseFloat(delay)
}

/** Google says "quota" of requests in a minute too: that one is back after the delay it names. */
export function isMinuteQuota(body: string): boolean {
  const isOfDay = detailsOf(body).some(({ violations = [] }) =>
    violations.some(({ quotaId = '' }) => quotaId.includes('PerDay')),
  )
  return !isOfDay && googleRetryDelay(body) !== undefined
}
