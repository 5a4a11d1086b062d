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
  const pages = { more, show: () => Promise.resolve() }
  const paged = { rows: [], pages, hasBefore: true, hasAfter: false }
  renderHook(() => usePaging({ current: box }, paged))
  return { box, more }
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
