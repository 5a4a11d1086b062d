import type { TranscriptTurn } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { shownTurn } from '../../testing/shown-turn.ts'
import { createRowBuilder } from './transcript-rows.ts'

const turn = (depth: number, change: Partial<TranscriptTurn> = {}): TranscriptTurn =>
  shownTurn([{ kind: 'user-message', id: `u${depth}`, text: 'Hi', createdAt: 1 }], {
    id: `t${depth}`,
    parentId: depth === 0 ? null : `t${depth - 1}`,
    depth,
    ...change,
  })

it('rows that come or go at the start are told apart from those that come at the end', () => {
  const { build } = createRowBuilder()
  const shifted = (from: number, to: number) =>
    build({
      turns: Array.from({ length: to - from }, (_, n) => turns[from + n]!),
      hasAfter: true,
    }).isShifted
  const turns = Array.from({ length: 9 }, (_, n) => turn(n))
  shifted(3, 6)
  expect(shifted(1, 6)).toBe(true)
  expect(shifted(1, 8)).toBe(false)
  expect(shifted(4, 8)).toBe(true)
  expect(shifted(4, 8)).toBe(false)
})

it('rows of turns that stay are the same objects, whatever comes before them', () => {
  const { build } = createRowBuilder()
  const [a, b] = [turn(0), turn(1)]
  const first = build({ turns: [b], hasAfter: false }).rows
  const second = build({ turns: [a, b], hasAfter: false }).rows
  expect(second.slice(-first.length)).toEqual(first)
  expect(second.at(-1)).toBe(first.at(-1))
})

it('a turn whose end is not here has no footer, and only the last of the chat offers what goes on from it', () => {
  const { build } = createRowBuilder()
  const footers = (turns: TranscriptTurn[], hasAfter: boolean) =>
    build({ turns, hasAfter }).rows.flatMap((row) => (row.kind === 'footer' ? [row.isLast] : []))
  expect(footers([turn(0), turn(1)], false)).toEqual([false, true])
  expect(footers([turn(0), turn(1)], true)).toEqual([false, false])
  expect(footers([turn(0), turn(1, { entriesAfter: 3 })], true)).toEqual([false])
})
