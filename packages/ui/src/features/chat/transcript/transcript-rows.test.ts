import type { ToolCall, TranscriptTurn } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { createRowBuilder } from './transcript-rows.ts'

const turn = (depth: number, change: Partial<TranscriptTurn> = {}): TranscriptTurn =>
  shownTurn([{ kind: 'user-message', id: `u${depth}`, text: 'Hi', createdAt: 1 }], {
    id: `t${depth}`,
    parentId: depth === 0 ? null : `t${depth - 1}`,
    depth,
    ...change,
  })

it('rows that come or go at the start are distinguished from those that come at the end', () => {
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

it('a model that has sent nothing yet is waited for since its step began', () => {
  const { build } = createRowBuilder()
  const message = { kind: 'assistant-message', id: 'a0', step: 1, createdAt: 7 } as const
  const asked = { ...message, text: '', reasoning: '', status: 'streaming' } as const
  const model = { providerId: 'p', modelId: 'm' }
  const waiting = turn(0, { status: 'running', model, entries: [...turn(0).entries, asked] })
  expect(build({ turns: [waiting], hasAfter: false }).rows.at(-1)).toMatchObject({
    kind: 'thinking',
    since: 7,
  })
})

it('a model is not waited for while a call waits for the person or runs', () => {
  const call = (id: string, status: ToolCall['status']): ToolCall => ({
    kind: 'tool-call',
    id,
    step: 1,
    callId: id,
    origin: 'model',
    serverId: 's',
    serverName: 's',
    serverHue: 0,
    toolName: 't',
    toolTitle: 't',
    proposedArguments: {},
    arguments: {},
    status,
    createdAt: 1,
  })
  const tail = (first: ToolCall['status']) => {
    const entries = [call('a', first), call('b', 'done')]
    const model = { providerId: 'p', modelId: 'm' }
    const turns = [turn(0, { status: 'running', model, entries })]
    return createRowBuilder().build({ turns, hasAfter: false }).rows.at(-1)?.kind
  }
  expect(tail('done')).toBe('thinking')
  expect(tail('waiting')).not.toBe('thinking')
  expect(tail('running')).not.toBe('thinking')
})

describe('the calls of a step that wait together', () => {
  const call = (id: string, change: Partial<ToolCall> = {}): ToolCall => ({
    kind: 'tool-call',
    id,
    step: 1,
    callId: id,
    origin: 'model',
    serverId: 's',
    serverName: 's',
    serverHue: 0,
    toolName: 't',
    toolTitle: 't',
    proposedArguments: {},
    arguments: {},
    status: 'waiting',
    askId: `ask-${id}`,
    createdAt: 1,
    ...change,
  })
  const decided = (kind: 'allow-once' | 'allow-always' | 'deny', by: 'person' | 'grant') => ({
    decision: { kind, by, at: 1 },
    status: kind === 'deny' ? ('denied' as const) : ('running' as const),
  })
  const rows = (entries: ToolCall[], change: Partial<TranscriptTurn> = {}) =>
    createRowBuilder().build({
      turns: [shownTurn(entries, { status: 'running', endedAt: null, ...change })],
      hasAfter: false,
    }).rows
  const kinds = (...args: Parameters<typeof rows>) => rows(...args).map(({ kind }) => kind)

  it('are one plan, until none of them waits', () => {
    expect(kinds([call('a'), call('b')])).toEqual(['plan'])
    const allowed = call('a', decided('allow-once', 'person'))
    expect(kinds([allowed, call('b')])).toEqual(['plan'])
    const both = [allowed, call('b', decided('deny', 'person'))]
    expect(kinds(both).filter((kind) => kind !== 'thinking')).toEqual(['call', 'call'])
  })

  it('are counted by what became of each; one that was taken back has ended', () => {
    const entries = [
      call('a', decided('allow-always', 'grant')),
      call('b', decided('deny', 'person')),
      call('c', { status: 'cancelled' }),
      call('d'),
      call('e', { status: 'done', serverId: null }),
    ]
    const [head] = rows(entries)
    expect(head?.kind === 'plan' && head.calls).toEqual(entries)
    expect(head?.kind === 'plan' && head.plan).toMatchObject({
      calls: 5,
      waiting: 1,
      allowed: 1,
      denied: 1,
      ended: 1,
    })
  })

  it('are not a plan when the person is asked about one only, or nothing runs', () => {
    const granted = call('a', decided('allow-always', 'grant'))
    expect(kinds([granted, call('b')])).toEqual(['call', 'call'])
    expect(kinds([call('a', { step: 1, status: 'done' }), call('b', { step: 2 })])).toEqual([
      'call',
      'call',
    ])
    expect(kinds([call('a'), call('b')], { status: 'interrupted' })).not.toContain('plan')
  })
})

it('repeated calls of one tool by an interface are one row, with the latest of them; others have their own', () => {
  const call = (id: string, change: Partial<ToolCall> = {}): ToolCall => ({
    kind: 'tool-call',
    id,
    step: 1,
    callId: id,
    origin: 'app',
    viewOf: 'view',
    serverId: 's',
    serverName: 's',
    serverHue: 0,
    toolName: 'poll',
    toolTitle: 'Poll',
    proposedArguments: {},
    arguments: {},
    status: 'done',
    createdAt: 1,
    ...change,
  })
  const { build } = createRowBuilder()
  const rows = (entries: ToolCall[]) =>
    build({ turns: [shownTurn(entries)], hasAfter: false }).rows.filter(
      (row) => row.kind === 'call',
    )
  const polls = [call('a'), call('b'), call('c', { status: 'running' })]
  const others = [
    call('asks', { status: 'waiting' }),
    call('failed', { status: 'failed' }),
    call('save', { toolName: 'save' }),
    call('of-another', { viewOf: 'other' }),
    call('of-model', { origin: 'model' }),
  ]
  const drawn = rows([...polls, ...others])
  expect(drawn.map((row) => [row.id, row.call.id, row.earlier?.length ?? 0])).toEqual([
    ['a', 'c', 2],
    ...others.map(({ id }) => [id, id, 0]),
  ])
  expect(rows([...polls, ...others])[0]).toBe(drawn[0])
  expect(rows([...polls, call('d'), ...others])[0]).toMatchObject({ id: 'a', call: { id: 'd' } })
})
