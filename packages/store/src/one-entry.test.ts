import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openStores } from './index.ts'
import {
  sampleAssistantMessage,
  sampleConversation,
  sampleToolCall,
  sampleTurn,
  sampleUserMessage,
} from './sample-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
const file = join(folder, 'gatehouse.db')
let stores = openStores({ file, report: () => undefined })

afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

it('one entry is read with its turn and without the others, and their sizes without reading any', () => {
  stores.conversations.save(sampleConversation('c1'))
  for (const id of ['t1', 't2']) stores.turns.saveTurn(sampleTurn(id, 'c1'))
  stores.turns.saveEntry('t1', sampleUserMessage('u1', 'Go'))
  stores.turns.saveEntry('t1', sampleToolCall('k1'))
  stores.turns.saveEntry('t1', sampleAssistantMessage('m1', 'So'))
  stores.turns.appendText('t1', 'm1', { text: ' and on', reasoning: '' })
  stores.turns.saveEntry('t2', sampleToolCall('k2'))
  stores.close()
  stores = openStores({ file, report: () => undefined })
  const whole = stores.turns.list('c1')
  expect(stores.turns.withEntry('t1', 'k1')).toEqual({
    ...whole[0],
    entries: [sampleToolCall('k1')],
  })
  expect(stores.turns.withEntry('t1', 'm1')?.entries).toEqual(whole[0]?.entries.slice(2))
  expect(stores.turns.withEntry('t1', 'k2')).toBeNull()
  expect(stores.turns.withEntry('t3', 'k1')).toBeNull()
  const { turn, others } = stores.turns.sizes('t1')
  expect(others).toBe(Buffer.byteLength(JSON.stringify(sampleToolCall('k2'))))
  expect(turn).toBeGreaterThan(others)
  expect(stores.turns.sizes('t3')).toEqual({ turn: 0, others: 0 })
})
