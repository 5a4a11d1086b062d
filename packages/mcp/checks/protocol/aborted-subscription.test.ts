import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestBench, eventually, type TestBench } from '../testing/recorded-connection.ts'
import { legacyVariants, openVariant } from './protocol-variants.ts'

const closers: (() => Promise<void>)[] = []
let bench: TestBench
beforeEach(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

const uri = 'protocol://note/3'

test.each(legacyVariants)(
  '%s: a subscription that is aborted while its response is read is taken back from the server',
  async (variant) => {
    const { connection, recording, call } = await openVariant({ bench, closers }, variant)
    const watch = new AbortController()
    const asked = { id: undefined as string | number | undefined }
    const { onFrame } = recording.listener
    recording.listener.onFrame = (frame) => {
      onFrame(frame)
      if (frame.direction === 'out' && frame.method === 'resources/subscribe')
        asked.id = frame.rpcId
      if (frame.direction === 'in' && frame.rpcId !== undefined && frame.rpcId === asked.id)
        watch.abort()
    }
    const states: boolean[] = []
    await connection
      .watchResource(uri, watch.signal, (isWatching) => states.push(isWatching))
      .catch(() => undefined)
    expect(watch.signal.aborted).toBe(true)
    expect(states).toEqual([])
    await eventually(() =>
      recording.frames.some(({ method }) => method === 'resources/unsubscribe'),
    )
    await call('touch', { uri })
    await call('echo', { text: 'what came before this has arrived' })
    expect(recording.updatedResources).toEqual([])
  },
)
