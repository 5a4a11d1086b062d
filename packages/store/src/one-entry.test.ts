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
  shownTurns,
} from './sample-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-store-'))
const file = join(folder, 'gatehouse.db')
let stores = openStores({ file, report: () => undefined })

afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

/** @threat turns.reporting-task */
it('one entry is read with its turn and without the others, and a size without reading any', () => {
  stores.conversations.save(sampleConversation('c1'))
  stores.turns.saveTurn(sampleTurn('t1', 'c1'))
  stores.turns.saveTurn(sampleTurn('t2', 'c1', { parentId: 't1', depth: 1 }))
  stores.turns.saveEntry('t1', sampleUserMessage('u1', 'Go'))
  stores.turns.saveEntry('t1', sampleToolCall('k1'))
  stores.turns.saveEntry('t1', sampleAssistantMessage('m1', 'So'))
  stores.turns.appendText('t1', 'm1', { text: ' and on', reasoning: '' })
  stores.turns.saveEntry('t2', sampleToolCall('k2'))
  stores.close()
  stores = openStores({ file, report: () => undefined })
  const whole = shownTurns(stores, 'c1')
  expect(stores.turns.withEntry('t1', 'k1')).toEqual({
    ...whole[0],
    entries: [sampleToolCall('k1')],
  })
  expect(stores.turns.withEntry('t1', 'm1')?.entries).toEqual(whole[0]?.entries.slice(2))
  expect(stores.turns.withEntry('t1', 'k2')).toBeNull()
  expect(stores.turns.withEntry('t3', 'k1')).toBeNull()
  expect(stores.turns.size('t2')).toBe(Buffer.byteLength(JSON.stringify(sampleToolCall('k2'))))
  stores.turns.saveEntry('t2', sampleToolCall('k2', { error: 'longer' }))
  expect(stores.turns.size('t2')).toBe(
    Buffer.byteLength(JSON.stringify(sampleToolCall('k2', { error: 'longer' }))),
  )
  expect(stores.turns.size('t3')).toBe(0)
})
