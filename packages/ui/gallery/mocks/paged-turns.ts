import type { RouteInput } from '@gatehouse/contract'
import type { TranscriptPage, TranscriptTurn, Turn } from '@gatehouse/domain'

const PAGE = 60
const none: TranscriptPage = { turns: [], hasBefore: false, hasAfter: false }

/** These turns, one after the other, a page of whole turns at a time. */
export function pagesOf(turns: readonly Turn[]) {
  const chain = turns.map((turn, depth): TranscriptTurn => ({
    entriesBefore: 0,
    entriesAfter: 0,
    ...turn,
    depth,
    parentId: turns[depth - 1]?.id ?? null,
  }))
  const cut = (first: number, end: number): TranscriptPage => ({
    turns: chain.slice(Math.max(0, first), end),
    hasBefore: first > 0,
    hasAfter: end < chain.length,
  })
  return {
    last: (isThere: boolean) => (isThere ? cut(chain.length - PAGE, chain.length) : none),
    page({ anchor, side }: RouteInput<'chat.page'>): TranscriptPage {
      const at = chain.findIndex(({ id }) => id === anchor.turnId)
      return side === 'before' ? cut(at - PAGE, at) : cut(at + 1, at + 1 + PAGE)
    },
  }
}

export const isRunning = (turns: readonly Turn[]): boolean => turns.at(-1)?.status === 'running'
