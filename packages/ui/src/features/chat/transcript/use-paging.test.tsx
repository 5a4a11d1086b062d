import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePaging } from './use-paging.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function open() {
  const box = document.createElement('div')
  Object.defineProperties(box, {
    clientHeight: { value: 600 },
    scrollHeight: { value: 9000 },
  })
  const more = vi.fn<(side: 'before' | 'after') => Promise<boolean>>(() => Promise.resolve(false))
  const dropEarliest = vi.fn<() => void>()
  const pages = { more, dropEarliest, show: () => Promise.resolve() }
  const paged = { rows: [], pages, hasBefore: true, hasAfter: false, isAtRest: true }
  const hook = renderHook((change) => usePaging({ current: box }, { ...paged, ...change }), {
    initialProps: {},
  })
  return { box, more, dropEarliest, hook }
}

it('a chat that opens at its end reads no page before it', () => {
  const { box, more } = open()
  // As the list does once it is drawn.
  box.scrollTop = 8400
  vi.advanceTimersByTime(100)
  expect(more).not.toHaveBeenCalled()
})

it('a chat that stays at its start reads the page before it', () => {
  const { more } = open()
  vi.advanceTimersByTime(100)
  expect(more).toHaveBeenCalledWith('before')
})

it('a chat lets go of what grew behind the person once an answer is over, and not before', () => {
  const { dropEarliest, hook } = open()
  dropEarliest.mockClear()
  hook.rerender({ isAtRest: false, rows: [1] })
  hook.rerender({ isAtRest: false, rows: [1, 2] })
  expect(dropEarliest).not.toHaveBeenCalled()
  hook.rerender({ isAtRest: true, rows: [1, 2] })
  expect(dropEarliest).toHaveBeenCalledTimes(1)
})
