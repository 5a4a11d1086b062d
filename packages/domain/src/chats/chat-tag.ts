import { z } from 'zod'
import { truncateText } from '../text/text.ts'

export const TAG_LIMITS = {
  /** Tags of one chat. */
  count: 20,
  /** Characters of one tag. */
  characters: 40,
} as const

/** A label that the person gave a chat: one line, without characters that cannot be seen. */
export const chatTagSchema = z
  .string()
  .min(1)
  .max(TAG_LIMITS.characters)
  .refine((tag) => tag === tagFrom(tag))

/** Normalises a tag that was typed or imported; `null`: nothing is left of it. */
export function tagFrom(text: string): string | null {
  const line = text
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const tag = truncateText(line, TAG_LIMITS.characters).trim()
  return tag === '' ? null : tag
}

/** Tags that differ only in case are one. */
export const isSameTag = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** Removes repeated tags, keeps the first spelling of each, and cuts the list to the limit of a chat. */
export function uniqueTags(tags: readonly string[]): string[] {
  const kept: string[] = []
  for (const tag of tags) if (!kept.some((one) => isSameTag(one, tag))) kept.push(tag)
  return kept.slice(0, TAG_LIMITS.count)
}
