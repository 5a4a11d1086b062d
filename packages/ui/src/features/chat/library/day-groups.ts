import type { Conversation } from '@gatehouse/domain'
import type { Formats } from '../../../lib/formats/formats.ts'

export interface DayGroup {
  /** Midnight at which the day began. */
  day: number
  label: string
  chats: Conversation[]
}

interface DayWords extends Pick<Formats, 'weekday' | 'heading'> {
  today: string
  yesterday: string
}

const DAY = 86_400_000

function startOfDay(at: number): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function labelOf(day: number, today: number, words: DayWords): string {
  // Days are counted in dates, not in hours: two of them a year are an hour longer or shorter.
  const ago = Math.round((today - day) / DAY)
  if (ago <= 0) return words.today
  if (ago === 1) return words.yesterday
  return ago < 7 ? words.weekday(day) : words.heading(day, today)
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
