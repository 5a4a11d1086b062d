import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { createAbortSignalAny } from './abort-signal-any.ts'
import { installPolyfills, type PolyfilledScope } from './polyfills.ts'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

async function collect(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await sleep(5)
    collectGarbage()
  }
}

describe('AbortSignal.any for old runtimes', () => {
  const any = createAbortSignalAny()

  it('keeps the first reason and fires once when two sources abort', () => {
    const [a, b] = [new AbortController(), new AbortController()]
    const combined = any([a.signal, b.signal])
    const onAbort = vi.fn<() => void>()
    combined.addEventListener('abort', onAbort)
    expect(combined.aborted).toBe(false)
    b.abort('second')
    a.abort('first')
    expect(combined.aborted).toBe(true)
    expect(combined.reason).toBe('second')
    expect(onAbort).toHaveBeenCalledTimes(1)
  })

  it('sees a source that was aborted before', () => {
    const combined = any([new AbortController().signal, AbortSignal.abort('before')])
    expect(combined.aborted).toBe(true)
    expect(combined.reason).toBe('before')
  })

  it('takes no source and one source given twice, and refuses what is no signal', () => {
    expect(any([]).aborted).toBe(false)
    const source = new AbortController()
    const combined = any([source.signal, source.signal])
    source.abort()
    expect(combined.aborted).toBe(true)
    expect(() => any([{} as AbortSignal])).toThrow(TypeError)
  })

  it('passes an abort through a combination of combinations', () => {
    const source = new AbortController()
    const combined = any([any([any([source.signal])])])
    source.abort('deep')
    expect(combined.reason).toBe('deep')
  })

  it('takes a listener away that was removed', () => {
    const source = new AbortController()
    const combined = any([source.signal])
    const onAbort = vi.fn<() => void>()
    combined.addEventListener('abort', onAbort)
    combined.removeEventListener('abort', onAbort)
    source.abort()
    expect(onAbort).not.toHaveBeenCalled()
  })

  it('keeps every combined signal alive as long as its source lives', async () => {
    const source = new AbortController()
    const made: WeakRef<AbortSignal>[] = []
    const addListener = vi.spyOn(source.signal, 'addEventListener')
    for (let round = 0; round < 200; round++) {
      const combined = any([source.signal, new AbortController().signal])
      const listener = (): void => undefined
      combined.addEventListener('abort', listener)
      combined.removeEventListener('abort', listener)
      made.push(new WeakRef(combined))
    }
    await collect()
    expect(made.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(5)
    // One listener for all of them, so no warning about a leak either.
    expect(addListener.mock.calls.length).toBeLessThan(5)
  })

  it('forgets a combined signal that only its listener needs', async () => {
    const source = new AbortController()
    const onAbort = vi.fn<() => void>()
    const listen = (): void => any([any([source.signal])]).addEventListener('abort', onAbort)
    listen()
    await collect()
    source.abort()
    expect(onAbort).toHaveBeenCalledTimes(1)
  })

  it('does not follow a timeout that nothing else holds', async () => {
    const combined = any([AbortSignal.timeout(60)])
    await collect()
    await sleep(100)
    expect(combined.aborted).toBe(true)
  })
})

describe('installPolyfills', () => {
  it('does not replace what the runtime has itself', () => {
    const any = () => undefined
    const toSorted = () => []
    const crypto = {}
    const own = { crypto, AbortSignal: { any }, Array: { prototype: { toSorted } } }
    installPolyfills(own)
    expect(own.crypto).toBe(crypto)
    expect(own.AbortSignal.any).toBe(any)
    expect(own.Array.prototype.toSorted).toBe(toSorted)
  })

  it('gives a runtime web crypto, AbortSignal.any and toSorted where it lacks them', () => {
    const bare: PolyfilledScope & { crypto?: Crypto } = {
      AbortSignal: {},
      Array: { prototype: {} },
    }
    installPolyfills(bare)
    expect(bare.crypto?.randomUUID()).toMatch(/^[0-9a-f-]{36}$/)
    expect(bare.AbortSignal.any).toBeTypeOf('function')
    const given = ['b', 'c', 'a']
    const sorted: unknown = Reflect.apply(bare.Array.prototype.toSorted as () => unknown, given, [])
    expect([given, sorted]).toEqual([
      ['b', 'c', 'a'],
      ['a', 'b', 'c'],
    ])
  })
})
