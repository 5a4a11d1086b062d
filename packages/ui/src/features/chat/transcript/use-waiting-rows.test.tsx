import type { ToolCall } from '@gatehouse/domain'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TranscriptRow } from './transcript-rows.ts'
import { useWaitingRows } from './use-waiting-rows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function waitingCall(id: string): ToolCall {
  return {
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
  }
}

function waitingCalls(count: number): TranscriptRow[] {
  return upTo(count).map((index) => {
    const id = `call-${index}`
    return { kind: 'call', id, call: waitingCall(id) }
  })
}

const idle = (): void => act(() => void vi.advanceTimersToNextTimer())
const upTo = (count: number): number[] => Array.from({ length: count }, (_one, index) => index)

it('draws the first cards at once and the others one by one when the window is idle', () => {
  const rows = waitingCalls(12)
  const { result } = renderHook(() => useWaitingRows(rows, []))
  expect(result.current).toEqual(upTo(4))
  idle()
  expect(result.current).toEqual(upTo(5))
  for (const _step of upTo(7)) idle()
  expect(result.current).toEqual(upTo(12))
})

it('keeps a card that was drawn as long as it waits, when others before it are decided', () => {
  const rows = waitingCalls(12)
  const { result, rerender } = renderHook((now: TranscriptRow[]) => useWaitingRows(now, []), {
    initialProps: rows,
  })
  for (const _step of upTo(8)) idle()
  rerender(rows.slice(3))
  expect(result.current).toEqual(upTo(9))
})

it('keeps no more than forty, those that wait the longest', () => {
  const rows = waitingCalls(60)
  const { result } = renderHook(() => useWaitingRows(rows, []))
  for (const _step of upTo(60)) idle()
  expect(result.current).toEqual(upTo(40))
})

it('keeps the rows of interfaces that run, and of no others', () => {
  const [first] = waitingCalls(1)
  const call = first?.kind === 'call' ? first.call : undefined
  if (!call) throw new Error('There is no call.')
  const rows: TranscriptRow[] = ['a', 'b'].map((id) => ({
    kind: 'app',
    id: `${id}-app`,
    call: { ...call, id, status: 'done' },
    turnId: 't',
  }))
  const { result } = renderHook(() => useWaitingRows(rows, [], ['b']))
  expect(result.current).toEqual([1])
})
