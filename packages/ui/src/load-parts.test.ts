import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPartsOncePressed } from './load-parts.ts'

const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

describe('the other parts of the window', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const loading = () => {
    const loaded: number[] = []
    const parts = [0, 1, 2].map((part) => ({
      preload: async () => void loaded.push(part),
    }))
    return { loaded, stop: loadPartsOncePressed(parts) }
  }

  it('are not loaded by a window that only stands there', async () => {
    const { loaded, stop } = loading()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(loaded).toEqual([])
    stop()
  })

  it('are not loaded while a person types, and one after the other in the first pause', async () => {
    const { loaded, stop } = loading()
    for (let key = 0; key < 100; key += 1) {
      press()
      await vi.advanceTimersByTimeAsync(250)
    }
    expect(loaded).toEqual([])
    await vi.advanceTimersByTimeAsync(5000)
    expect(loaded).toEqual([0, 1, 2])
    stop()
  })

  it('wait again when typing goes on', async () => {
    const { loaded, stop } = loading()
    press()
    await vi.waitUntil(() => loaded.length === 1)
    for (let key = 0; key < 20; key += 1) {
      press()
      await vi.advanceTimersByTimeAsync(250)
    }
    expect(loaded).toEqual([0])
    await vi.advanceTimersByTimeAsync(5000)
    expect(loaded).toEqual([0, 1, 2])
    stop()
  })

  it('are not loaded any more by a window that is gone', async () => {
    const { loaded, stop } = loading()
    press()
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(loaded).toEqual([])
  })
})
