import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/index.ts'
import { createStartDiscovery } from './start-discovery.ts'

const ollama = {
  engine: 'ollama',
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: [{ id: 'qwen3' }],
} as const

function world(foundAt: number) {
  const clock = createManualClock()
  let looks = 0
  const discovery = createStartDiscovery({
    timers: clock,
    discover: async () =>
      (looks += 1) >= foundAt ? [{ ...ollama, models: [...ollama.models] }] : [],
  })
  /** Time passes, also for what only begins after a look. */
  const pass = async (ms: number): Promise<number> => {
    for (let second = 0; second < ms / 1000; second += 1) {
      clock.advance(1000)
      for (let round = 0; round < 5; round += 1) await Promise.resolve()
    }
    return looks
  }
  return { discovery, pass, looks: () => looks }
}

describe('model servers of this machine, at the start', () => {
  it('are looked for once when one is found', async () => {
    const { discovery, pass, looks } = world(1)
    await discovery.start()
    expect(looks()).toBe(1)
    expect(await pass(120_000)).toBe(1)
  })

  it('are looked for again while none is found, as they may start a little later', async () => {
    const { discovery, pass } = world(2)
    await discovery.start()
    expect(await pass(2000)).toBe(1)
    expect(await pass(1000)).toBe(2)
    expect(await pass(120_000)).toBe(2)
  })

  it('are not looked for without end', async () => {
    const { discovery, pass } = world(Infinity)
    await discovery.start()
    expect(await pass(600_000)).toBe(4)
  })

  it('are not looked for any more by a host that is closed', async () => {
    const { discovery, pass } = world(Infinity)
    await discovery.start()
    discovery.close()
    expect(await pass(600_000)).toBe(1)
  })
})
