import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson, type ModelRequestSnapshot } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { sampleConversation, sampleTurn } from '../sample-records.ts'

let folder: string
let stores: OpenedStores

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-settings-'))
  stores = openStores({ file: join(folder, 'gatehouse.db') })
  for (const id of ['1', '2']) {
    stores.conversations.save(sampleConversation(`c${id}`))
    stores.turns.saveTurn(sampleTurn(`t${id}`, `c${id}`))
  }
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

const keptAs = (text: string) => ({ hash: createHash('sha256').update(text).digest('hex'), text })
const definitions = ['{"name":"a"}', '{"name":"b","description":"漢字 😀"}'].map(keptAs)
const system = keptAs('Be brief.')
const listOf = (...used: typeof definitions) =>
  keptAs(canonicalJson(used.map(({ hash }) => ({ definition: hash }))))

function save(turn: string, list: typeof system, { step = 1, prompt = system } = {}): void {
  const settings: ModelRequestSnapshot = {
    step,
    providerId: 'p',
    providerName: 'P',
    source: { kind: 'anthropic', baseUrl: 'https://a.example', modelId: 'm' },
    parameters: { maxOutputTokens: 10 },
    system: prompt.hash,
    tools: list.hash,
  }
  stores.turns.saveRequestSnapshot(turn, settings, [prompt, list, ...definitions])
}

it('what a turn was made with is read in the order of its steps, and its texts by their hashes', () => {
  save('t1', listOf(...definitions), { step: 3 })
  save('t1', listOf())
  expect(stores.turns.requestSnapshots('t1').map(({ step, tools }) => [step, tools])).toEqual([
    [1, listOf().hash],
    [3, listOf(...definitions).hash],
  ])
  for (const { hash, text } of [system, ...definitions])
    expect(stores.turns.textByHash(hash)).toBe(text)
  expect(stores.turns.textByHash('0'.repeat(64))).toBeNull()
})

it('texts stay while a turn names them, and go with the last one', () => {
  const other = keptAs('Be kind.')
  const [first, second] = definitions
  if (!first || !second) throw new Error('No definitions.')
  save('t1', listOf(first, second), { prompt: other })
  save('t2', listOf(first))
  stores.conversations.remove('c1')
  stores.conversations.purge()
  const there = [system, first, listOf(first)]
  const gone = [other, second, listOf(first, second)]
  expect(there.map(({ hash }) => stores.turns.textByHash(hash))).not.toContain(null)
  expect(gone.map(({ hash }) => stores.turns.textByHash(hash))).toEqual([null, null, null])
  stores.conversations.remove('c2')
  stores.conversations.purge()
  expect(there.map(({ hash }) => stores.turns.textByHash(hash))).toEqual([null, null, null])
  proves('record.made-with.once')
})
