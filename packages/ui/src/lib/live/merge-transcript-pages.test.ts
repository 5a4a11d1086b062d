import type { ConversationView, Entry, TranscriptTurn, Turn, TurnEvent } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { applyTurnEvents } from './apply-turn-events.ts'
import { edgeOf, trimPages, withBranch, withPage } from './merge-transcript-pages.ts'

const conversation = {
  id: 'c1',
  title: 'Chat',
  titled: true,
  model: null,
  serverIds: null,
  workspaceId: null,
  draft: '',
  createdAt: 1,
  updatedAt: 1,
}
const message = (id: string): Entry => ({ kind: 'user-message', id, text: id, createdAt: 1 })
/** Turn `t3` at depth 3 with these of its ten entries: `t3.0` to `t3.9`. */
const part = (depth: number, [first, last] = [0, 9], id = `t${depth}`): TranscriptTurn => ({
  id,
  conversationId: 'c1',
  parentId: depth === 0 ? null : `t${depth - 1}`,
  depth,
  origin: 'message',
  status: 'done',
  model: null,
  step: 1,
  stepLimit: 20,
  entries: Array.from({ length: last - first + 1 }, (_, n) => message(`${id}.${first + n}`)),
  preparing: null,
  failure: null,
  startedAt: 1,
  endedAt: 2,
  entriesBefore: first,
  entriesAfter: 9 - last,
})
const viewOf = (turns: TranscriptTurn[], change: Partial<ConversationView> = {}) => ({
  conversation,
  turns,
  attachments: [],
  hasBefore: false,
  hasAfter: false,
  isRunning: false,
  ...change,
})
const shown = ({ turns }: { turns: readonly TranscriptTurn[] }) =>
  turns.map(({ id, entriesBefore, entries, entriesAfter }) => [
    id,
    entriesBefore,
    entries.length,
    entriesAfter,
  ])

describe('a page that comes', () => {
  it('is joined to what is here, within a turn too', () => {
    const view = viewOf([part(3, [4, 9]), part(4)], { hasBefore: true })
    const page = { turns: [part(2), part(3, [0, 3])], hasBefore: true, hasAfter: true }
    const anchor = edgeOf(view, 'before')!
    const next = withPage(view, page, { side: 'before', anchor })
    expect(shown(next)).toEqual([
      ['t2', 0, 10, 0],
      ['t3', 0, 10, 0],
      ['t4', 0, 10, 0],
    ])
    expect(next.turns[1]?.entries.map(({ id }) => id)).toEqual(part(3).entries.map(({ id }) => id))
    expect(next).toMatchObject({ hasBefore: true, hasAfter: false })
  })

  it('is left alone when the chat shows something else at its place by now', () => {
    const view = viewOf([part(3), part(4)], { hasAfter: true })
    const anchor = { turnId: 't9', entryId: 't9.9' }
    const page = { turns: [part(5)], hasBefore: true, hasAfter: false }
    expect(withPage(view, page, { side: 'after', anchor })).toBe(view)
  })
})

describe('what the window keeps of a chat', () => {
  const long = viewOf(Array.from({ length: 80 }, (_, n) => part(n)))

  it('is bounded: what is far from where the person reads to is let go of, entry by entry', () => {
    const down = trimPages(long, 'after')
    expect(shown(down)[0]).toEqual(['t20', 0, 10, 0])
    expect(down).toMatchObject({ hasBefore: true, hasAfter: false })
    const up = trimPages({ ...long, turns: [part(0, [5, 9]), ...long.turns.slice(1)] }, 'before')
    expect(shown(up).at(-1)).toEqual(['t60', 0, 5, 5])
    expect(up).toMatchObject({ hasBefore: false, hasAfter: true })
  })

  it('never loses a turn that runs', () => {
    expect(trimPages({ ...long, isRunning: true }, 'before').turns).toHaveLength(80)
  })

  it('stays the same object while it is short', () => {
    const view = viewOf([part(0)])
    expect(trimPages(view, 'after')).toBe(view)
  })

  it('is let go of by its length too, and what is near where the person reads never', () => {
    const turns = Array.from({ length: 30 }, (_, depth) => part(depth))
    const text = 'w'.repeat(50_000)
    const wordy = viewOf(
      turns.map((turn) => ({
        ...turn,
        entries: turn.entries.map((entry) => ({ ...entry, text }) as Entry),
      })),
    )
    const count = ({ turns: kept }: typeof wordy) =>
      kept.reduce((sum, { entries }) => sum + entries.length, 0)
    const down = trimPages(wordy, 'after')
    expect([count(down), down.hasBefore, down.turns.at(-1)]).toEqual([
      120,
      true,
      wordy.turns.at(-1),
    ])
    const up = trimPages(wordy, 'before')
    expect([count(up), up.hasAfter, up.turns[0]]).toEqual([120, true, wordy.turns[0]])
  })
})

describe('another version', () => {
  it('takes the place of what was shown from its depth on, and leaves what is above where it is', () => {
    const view = viewOf([part(2), part(3), part(4)], { hasBefore: true })
    const other = part(3, [0, 9], 'other')
    const page = viewOf([part(1), part(2), other], { hasBefore: true })
    expect(shown(withBranch(view, page, 3))).toEqual([
      ['t2', 0, 10, 0],
      ['other', 0, 10, 0],
    ])
  })

  it('of the first turn replaces all', () => {
    const page = viewOf([part(0, [0, 9], 'other')])
    expect(withBranch(viewOf([part(0), part(1)]), page, 0)).toEqual(page)
  })

  it('whose parent is not here is shown with its own page', () => {
    const page = viewOf([part(7), part(8, [0, 9], 'other')], { hasBefore: true })
    expect(withBranch(viewOf([part(2)], { hasAfter: true }), page, 8)).toBe(page)
  })
})

describe('events of turns', () => {
  const started = (turn: Turn, versions?: TranscriptTurn['versions']): TurnEvent => ({
    type: 'turn-started',
    turn,
    ...(versions ? { versions } : {}),
  })
  const fold = (view: ConversationView, turnId: string, ...events: TurnEvent[]) =>
    applyTurnEvents(view, { conversationId: 'c1', turnId, events })

  it('add a new turn at the end, and the chat runs until it ends', () => {
    const running = fold(viewOf([part(0)]), 't1', started(part(1)))
    expect(running).toMatchObject({ isRunning: true, turns: [{ id: 't0' }, { id: 't1' }] })
    const ended: TurnEvent = { type: 'turn-ended', status: 'done', failure: null, at: 3 }
    expect(fold(running!, 't1', ended)?.isRunning).toBe(false)
  })

  it('show a new version in place of the turn and of what came after it', () => {
    const versions = { position: 2, count: 2, previousId: 't1', nextId: null }
    const view = viewOf([part(0), part(1), part(2)])
    const next = fold(view, 'other', started(part(1, [0, 9], 'other'), versions))
    expect(next).toMatchObject({ turns: [{ id: 't0' }, { id: 'other', versions }] })
  })

  it('do not put a turn after a page that does not reach to it', () => {
    const view = viewOf([part(0), part(1)], { hasAfter: true })
    const next = fold(view, 't9', started(part(9)))
    expect(next?.turns).toBe(view.turns)
    expect(next?.isRunning).toBe(true)
  })

  it('are read anew when the turn they follow is above what is here', () => {
    const view = viewOf([part(5)], { hasBefore: true })
    expect(fold(view, 'other', started(part(3, [0, 9], 'other')))).toBeUndefined()
  })

  it('of a turn that is on no page here change nothing, a late result of a task included', () => {
    const view = viewOf([part(5)], { hasBefore: true })
    const result = { content: [], isError: false }
    const late: TurnEvent = { type: 'tool-call-finished', entryId: 'k', result, at: 4 }
    expect(fold(view, 't1', late)).toBe(view)
    expect(fold(viewOf([part(5, [5, 9])]), 't5', late)).toBeDefined()
    expect(fold(viewOf([part(5)]), 't5', late)).toBeUndefined()
  })

  it('count what is added to a turn whose end is not here', () => {
    const view = viewOf([part(0, [0, 4])], { hasAfter: true })
    const step: TurnEvent = { type: 'step-started', step: 2, messageId: 'm', at: 4 }
    expect(shown(fold(view, 't0', step)!)).toEqual([['t0', 0, 5, 6]])
  })
})

it('what a turn no longer holds is gone from the window as well', () => {
  const before = { ...part(0), leftOutParameters: ['temperature' as const] }
  const events: TurnEvent[] = [{ type: 'turn-continued', stepLimit: 3 }]
  const batch = { conversationId: 'c1', turnId: 't0', events }
  const [turn] = applyTurnEvents(viewOf([before]), batch)?.turns ?? []
  expect(turn).toMatchObject({ status: 'running', entriesBefore: 0 })
  expect(turn).not.toHaveProperty('leftOutParameters')
})
