import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProviderParts } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../file/database.ts'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleAssistantMessage, sampleConversation, sampleTurn } from '../sample-records.ts'

let folder: string
let file: string
let stores: OpenedStores

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-parts-'))
  file = join(folder, 'gatehouse.db')
  stores = openStores({ file })
  stores.conversations.save(sampleConversation('c'))
  stores.turns.saveTurn(sampleTurn('t', 'c'))
  stores.turns.saveEntry('t', sampleAssistantMessage('m', 'words'))
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const given: ProviderParts = {
  from: { kind: 'anthropic', baseUrl: 'https://a.example/v1', modelId: 'm' },
  parts: [
    {
      type: 'reasoning',
      characters: 7,
      data: { anthropic: { signature: 'lone \ud800 and \u0000' } },
    },
    { type: 'text', characters: 5 },
    { type: 'tool-call', callId: 'call' },
  ],
}

function rows(): number {
  const database = openDatabase(file)
  const [row] = database.prepare('SELECT count(*) FROM provider_parts').rows()
  database.close()
  return Number(row?.[0])
}

it('what a provider wants back is there again as it was given, and the latest counts', () => {
  stores.turns.saveProviderParts('t', 'm', { ...given, parts: [] })
  stores.turns.saveProviderParts('t', 'm', given)
  stores.turns.saveProviderParts('t', 'nobody', given)
  stores.close()
  stores = openStores({ file })
  expect([...stores.turns.providerParts('t')]).toEqual([['m', given]])
  expect(stores.turns.providerParts('other').size).toBe(0)
})

it('what a provider wants back is on no page, and goes with its message', () => {
  stores.turns.saveProviderParts('t', 'm', given)
  const page = stores.turns.page('c', { anchor: 'end', side: 'before', entries: 9 })
  expect(JSON.stringify([page, stores.turns.get('t')])).not.toContain('signature')
  expect(rows()).toBe(1)
  stores.conversations.remove('c')
  stores.conversations.purge()
  expect(rows()).toBe(0)
})
