import { expiryReminderAt, type Ask } from '@gatehouse/domain'
import { useFormats, type Formats } from './formats.ts'
import { useNow } from './now.ts'

/** Interval of updates of the time left: it is no countdown. */
const STEP_MS = 10_000

export interface TimeLeft {
  /** In words, rounded up; undefined once it is over. */
  left: string | undefined
  /** When it is over: the hour, with the day where that is another one. */
  at: string
  /** True if the time is nearly over. */
  isSoon: boolean
}

/** Time for which an ask still waits; undefined when it never expires. */
export function useTimeLeft(ask: Pick<Ask, 'createdAt' | 'expiry'>): TimeLeft | undefined {
  const { expiry } = ask
  const now = useNow(expiry ? STEP_MS : null)
  const formats = useFormats()
  const { clock, moment } = formats
  const words = leftWords(formats)
  const soonAt = expiryReminderAt(ask)
  if (!expiry || soonAt === undefined) return undefined
  const isToday = new Date(expiry.at).toDateString() === new Date(now).toDateString()
  return {
    left: now < expiry.at ? words(expiry.at - now) : undefined,
    at: (isToday ? clock : moment)(expiry.at),
    isSoon: now >= soonAt,
  }
}

/** Milliseconds as time that is left, rounded up. */
export function leftWords({ duration }: Pick<Formats, 'duration'>): (ms: number) => string {
  return (ms) => duration(Math.max(1, Math.ceil(ms / STEP_MS)) * STEP_MS)
}
