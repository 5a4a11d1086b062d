import type { Conversation } from '@gatehouse/domain'

export interface DayGroup {
  /** Midnight at which the day began. */
  day: number
  label: string
  chats: Conversation[]
}

interface DayWords {
  today: string
  yesterday: string
  locale: string
}

const DAY = 86_400_000

function startOfDay(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function labelOf(
  day: number,
  today: number,
  { today: todayWord, yesterday, locale }: DayWords,
): string {
  // Days are counted in dates, not in hours: two of them a year are an hour longer or shorter.
  const ago = Math.round((today - day) / DAY)
  if (ago <= 0) return todayWord
  if (ago === 1) return yesterday
  const date = new Date(day)
  if (ago < 7) return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(date)
  const sameYear = date.getFullYear() === new Date(today).getFullYear()
  return new Intl.DateTimeFormat(
    locale,
    sameYear
      ? { day: 'numeric', month: 'long' }
      : { day: 'numeric', month: 'long', year: 'numeric' },
  ).format(date)
}

/** Chats, latest first, by the day they last changed on. */
export function groupByDay(
  chats: readonly Conversation[],
  now: number,
  words: DayWords,
): DayGroup[] {
  const today = startOfDay(now)
  const groups: DayGroup[] = []
  for (const chat of chats) {
    const day = Math.min(startOfDay(chat.updatedAt), today)
    const last = groups.at(-1)
    if (last?.day === day) last.chats.push(chat)
    else groups.push({ day, label: labelOf(day, today, words), chats: [chat] })
  }
  return groups
}
