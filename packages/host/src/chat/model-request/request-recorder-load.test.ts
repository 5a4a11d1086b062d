import { expect, it } from 'vitest'
import { createInMemoryStores } from '../../testing/in-memory-stores.ts'
import { createManualClock, textDigest } from '../../testing/in-memory-ports.ts'
import { toolNamed } from '../../testing/index.ts'
import type { CatalogEntry } from '../tool-offers/tool-catalog.ts'
import { RequestRecorder } from './request-recorder.ts'

const entriesOf = (count: number): CatalogEntry[] => {
  const server = { config: { id: 's', name: 'files' } } as CatalogEntry['server']
  return Array.from({ length: count }, (_, n) => {
    const tool = { ...toolNamed(`t${n}`), description: `${n} `.repeat(4000) }
    const modelName = `files__t${n}`
    return { modelName, server, identity: 'who', tool, offered: { ...tool, name: modelName } }
  })
}

it('main does other things while long lists of tools are kept, and the same list costs nothing again', async () => {
  const stores = createInMemoryStores()
  let pauses = 0
  const timers = {
    ...createManualClock(),
    after(_ms: number, run: () => void) {
      pauses += 1
      setImmediate(run)
      return () => undefined
    },
  }
  let hashed = 0
  const digest = {
    sha256(text: string) {
      hashed += text.length
      return textDigest.sha256(text)
    },
  }
  const recorder = new RequestRecorder({ stores, digest, timers })
  const entries = entriesOf(300)
  const asked = (step: number) => ({
    turnId: 't',
    step,
    model: { providerId: 'p', modelId: 'm' },
    source: { kind: 'anthropic' as const, baseUrl: 'https://a.example', modelId: 'm' },
    request: { modelId: 'm', system: 's', messages: [], tools: [], maxOutputTokens: 1 },
    entries: [...entries],
    hostTools: [],
  })
  await recorder.keep(asked(1))
  expect(pauses).toBeGreaterThan(10)
  const [settings] = stores.turns.requestSnapshots('t')
  expect(stores.turns.textByHash(settings?.tools ?? '')).toContain('files__t299')
  const before = hashed
  await recorder.keep(asked(2))
  expect(hashed - before).toBeLessThan(100)
  expect(stores.turns.requestSnapshots('t')).toHaveLength(1)
})
