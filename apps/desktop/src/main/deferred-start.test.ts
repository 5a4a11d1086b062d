import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeferredStart } from './deferred-start.ts'

describe('createDeferredStart', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const prepare = () => {
    const begin = vi.fn<() => Promise<string>>(() => Promise.resolve('thing'))
    return { begin, start: createDeferredStart({ begin, quietMs: 10, limitMs: 400 }) }
  }

  it('begins once, after the urgent work', () => {
    const { begin, start } = prepare()
    for (let at = 0; at < 10; at++) {
      start.touch()
      vi.advanceTimersByTime(9)
    }
    expect(begin).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(begin).toHaveBeenCalledTimes(1)
    start.touch()
    vi.advanceTimersByTime(1000)
    expect(begin).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('begins when there is no urgent work, and when there is no end of it', () => {
    const idle = prepare()
    const busy = prepare()
    for (let at = 0; at < 80; at++) {
      busy.start.touch()
      vi.advanceTimersByTime(5)
    }
    expect(idle.begin).toHaveBeenCalledTimes(1)
    expect(busy.begin).toHaveBeenCalledTimes(1)
  })

  it('lets nobody wait who needs it now', async () => {
    const { begin, start } = prepare()
    expect(start.begun()).toBeUndefined()
    expect(await start.get()).toBe('thing')
    expect(start.begun()).toBe(start.get())
    expect(begin).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
