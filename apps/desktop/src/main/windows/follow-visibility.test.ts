import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followVisibility } from './follow-visibility.ts'
import { QUICK_CHAT_MS } from './quick-chat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const events = new EventEmitter()
  const close = vi.fn<() => void>()
  const window = Object.assign(events, { close })
  const visibilityChanged = vi.fn<() => void>()
  followVisibility(window, { visibilityChanged })
  return { window, close, visibilityChanged }
}

it('a hidden window is closed after its time, and one that was shown again is not', () => {
  const { window, close, visibilityChanged } = setUp()
  window.emit('hide')
  window.emit('show')
  vi.advanceTimersByTime(QUICK_CHAT_MS * 2)
  expect(close).not.toHaveBeenCalled()
  window.emit('hide')
  vi.advanceTimersByTime(QUICK_CHAT_MS)
  expect(close).toHaveBeenCalledOnce()
  expect(visibilityChanged).toHaveBeenCalledTimes(3)
})

it('one that was hidden again while it was hidden is not closed before the eyes of the person', () => {
  const { window, close } = setUp()
  for (let time = 0; time < 3; time += 1) window.emit('hide')
  window.emit('show')
  vi.advanceTimersByTime(QUICK_CHAT_MS * 2)
  expect(close).not.toHaveBeenCalled()
})

it('a window that is closed leaves no timer behind', () => {
  const { window, close } = setUp()
  window.emit('hide')
  window.emit('closed')
  expect(vi.getTimerCount()).toBe(0)
  expect(close).not.toHaveBeenCalled()
})
