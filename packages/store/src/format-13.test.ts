import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { formatThirteenRows } from './format-13.fixture.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores } from './open-stores.ts'
import type { StoreProblem } from './read-rows.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-13-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('what format 13 wrote is read as it was, and what came after it can be kept beside it', () => {
  const file = join(folder, 'gatehouse.db')
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 13),
  )
  old.execute(formatThirteenRows)
  old.close()
  const problems: StoreProblem[] = []
  const stores = openStores({ file, report: (problem) => problems.push(problem) })
  const turn = stores.turns.get('t13')
  expect(turn?.entries.map(({ id }) => id)).toEqual(['u13', 'm13', 'k13'])
  expect(turn?.entries[2]).toMatchObject({ result: { content: [{ text: 'beginning' }] } })
  expect(stores.grants.find('c13', 's1', 'read_file')[0]).toMatchObject({
    id: 'g13',
    identity: 'who',
  })
  expect(stores.audit.list(9)).toMatchObject([{ id: 'a13', outcome: 'done' }])
  expect(stores.turns.providerParts('t13').size).toBe(0)
  const from = { kind: 'anthropic' as const, baseUrl: 'https://a.example', modelId: 'm' }
  stores.turns.saveProviderParts('t13', 'm13', { from, parts: [] })
  expect(stores.turns.providerParts('t13').get('m13')).toEqual({ from, parts: [] })
  expect(problems).toEqual([])
  stores.close()
})
