/** The risks in the changed text of a prompt, however long the change is. */
import type { PromptChange } from '@gatehouse/domain'
import { hiddenIn, type TextChange } from '../approvals/tool-changes/describe-tool-changes.ts'
import { findInjectionPhrases } from '../approvals/tool-changes/find-injection-phrases.ts'
import type { Yielder } from '@gatehouse/base'

/** Characters that are looked at in one turn of the event loop: with what follows them, what the finder takes. */
const PIECE = 60_000
/** Characters after a piece in which a phrase that begins in it may end. */
const OVERLAP = 2000
/** Characters in which a blank is looked for, where a piece may end. */
const TO_BLANK = 300

type Find = (text: string) => readonly string[]

/** Finds texts in which invisible characters, or phrases that read like instructions, became more frequent. */
export async function findTextRisks(
  { before, after }: TextChange,
  yielder: Yielder,
): Promise<PromptChange['meanings']> {
  const hasMore = async (find: Find, overlap: number): Promise<boolean> => {
    const had = await countsIn(before, { find, overlap, yielder })
    const has = await countsIn(after, { find, overlap, yielder })
    return [...has].some(([found, count]) => count > (had.get(found) ?? 0))
  }
  return [
    ...((await hasMore(hiddenIn, 0)) ? (['hidden'] as const) : []),
    ...((await hasMore(findInjectionPhrases, OVERLAP)) ? (['orders'] as const) : []),
  ]
}

/** Counts each finding piece by piece; a match across the end of a piece counts for that piece alone. */
async function countsIn(
  text: string,
  { find, overlap, yielder }: { find: Find; overlap: number; yielder: Yielder },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const add = (part: string, by: number): void => {
    for (const one of find(part)) counts.set(one, (counts.get(one) ?? 0) + by)
  }
  for (let from = 0; from < text.length;) {
    const end = pieceEnd(text, from)
    const next = Math.min(text.length, end + overlap)
    add(text.slice(from, next), 1)
    if (next > end) add(text.slice(end, next), -1)
    from = end
    await yielder()
  }
  return counts
}

/** After a blank where there is one, so that no word and no emoji is torn. */
function pieceEnd(text: string, from: number): number {
  const end = from + PIECE
  if (end >= text.length) return text.length
  const blank = text.slice(end, end + TO_BLANK).search(/\s/)
  return blank < 0 ? end : end + blank + 1
}
