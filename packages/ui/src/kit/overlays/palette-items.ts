/* What can be chosen from a long list by typing, and which of it fits what is typed. */
import type { ReactNode } from 'react'
import type { IconType } from '../marks/icon.tsx'

export interface PaletteItem {
  id: string
  label: string
  /** Quieter words at the right: a server, a section. */
  detail?: string | undefined
  /** Small facts about it, before `detail`. */
  facts?: ReactNode | undefined
  /** Description of the item, in a column of its own. */
  description?: string | undefined
  /** Also found by these words, which are not shown. */
  keywords?: string | undefined
  icon?: IconType | undefined
  hue?: number | undefined
  keys?: string | undefined
  onSelect: () => void
}

export interface PaletteGroup {
  label: string
  items: readonly PaletteItem[]
  /** They were searched for elsewhere: all of them fit what is typed, and come after what is here. */
  isFound?: boolean | undefined
}

/** Characters that are searched of one item's words. */
const MAX_SEARCHED = 600

/** Every typed word must occur somewhere in the item, in any order. */
function hasEveryWord(item: PaletteItem, query: string): boolean {
  const keywords = item.keywords?.slice(0, MAX_SEARCHED) ?? ''
  const text = `${item.label} ${item.detail ?? ''} ${keywords}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** 0 = it is what was typed, 1 = it begins so, 2 = it has it somewhere. `keywords` begins with the exact name. */
function rankOf({ label, keywords }: PaletteItem, query: string): number {
  const names = [label, keywords?.split(' ', 1)[0] ?? ''].map((name) => name.toLowerCase())
  if (names.includes(query)) return 0
  return names.some((name) => name.startsWith(query)) ? 1 : 2
}

/** Sorts the best match first: whoever types a whole name and presses Enter means that one. */
function rankGroups(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const typed = query.trim().toLowerCase()
  if (typed === '') return [...groups]
  const ranked = groups.map((group) => {
    if (group.isFound) return { rank: 3, group }
    const { label, items } = group
    const sorted = items
      .map((item) => ({ item, rank: rankOf(item, typed) }))
      .toSorted((a, b) => a.rank - b.rank)
    return { rank: sorted[0]?.rank ?? 2, group: { label, items: sorted.map(({ item }) => item) } }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ group }) => group)
}

/**
 * The rows that have every typed word, best first; where none has and all rows are there, those that have the typed
 * letters in their order. Only then, so that whoever types a name never gets another one that has its letters.
 * `isWhole`: no rows are on their way.
 */
export function filterPalette(
  groups: readonly PaletteGroup[],
  query: string,
  isWhole = true,
): PaletteGroup[] {
  const keep = (fits: (item: PaletteItem) => boolean): PaletteGroup[] =>
    groups.flatMap((group) => {
      const fitting = group.isFound ? group.items : group.items.filter(fits)
      return fitting.length === 0 ? [] : [{ ...group, items: fitting }]
    })
  const exact = keep((item) => hasEveryWord(item, query))
  if (exact.length > 0 || !isWhole) return rankGroups(exact, query)
  const letters = query.toLowerCase()
  return keep(({ label, detail = '' }) => isSpelledIn(`${label} ${detail}`.toLowerCase(), letters))
}

/** True if the letters occur in the text in this order, with any text between them. */
function isSpelledIn(text: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + letter.length
    if (at < letter.length) return false
  }
  return true
}
