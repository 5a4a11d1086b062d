import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQuitSequence } from './quit-sequence.ts'

describe('createQuitSequence', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const begin = (close: () => Promise<void>) => {
    const exit = vi.fn<(code: number) => void>()
    const onProblem = vi.fn<(problem: string, cause?: unknown) => void>()
    const sequence = createQuitSequence({ close, limitMs: 8000, exit, onProblem })
    return { exit, onProblem, sequence }
  }

  it('leaves when everything is closed, and closes once', async () => {
    let done = (): void => undefined
    const close = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (done = resolve)))
    const { exit, sequence } = begin(close)
    sequence.run()
    sequence.run()
    await vi.advanceTimersByTimeAsync(5000)
    expect(exit).not.toHaveBeenCalled()
    done()
    await vi.advanceTimersByTimeAsync(0)
    expect(exit).toHaveBeenCalledTimes(1)
    expect(close).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(exit).toHaveBeenCalledTimes(1)
  })

  it('does not wait for ever for what never closes', async () => {
    const { exit, onProblem, sequence } = begin(() => new Promise(() => undefined))
    sequence.run()
    await vi.advanceTimersByTimeAsync(7999)
    expect(exit).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(exit).toHaveBeenCalledWith(0)
    expect(onProblem).toHaveBeenCalledTimes(1)
  })

  it('leaves when closing throws', async () => {
    const failure = new Error('disk')
    const { exit, onProblem, sequence } = begin(() => {
      throw failure
    })
    sequence.run()
    await vi.advanceTimersByTimeAsync(0)
    expect(exit).toHaveBeenCalledTimes(1)
    expect(onProblem).toHaveBeenCalledWith(expect.any(String), failure)
  })
})
