import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './file/database.ts'
import { migrate } from './file/migrate.ts'
import { migrations } from './migrations/index.ts'
import { openStores } from './open-stores.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-forms-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const kept = {
  serverId: 'a',
  serverIdentity: 'who a is',
  savedAt: 1,
  values: { city: 'Bern', count: 3, isNew: true, tags: ['x', 'y'] },
}

it('what was kept of forms outlives the app, one row a server, and what is forgotten is gone from the file', () => {
  const stores = openStores({ file })
  stores.formValues.save({ ...kept, values: { city: 'Basel-to-forget' } })
  stores.formValues.save(kept)
  stores.formValues.save({ ...kept, serverId: 'b' })
  stores.close()
  const again = openStores({ file })
  expect(again.formValues.list()).toEqual([kept, { ...kept, serverId: 'b' }])
  again.formValues.removeForServer('a')
  again.formValues.removeForServer('b')
  expect(again.formValues.list()).toEqual([])
  again.close()
  const bytes = readFileSync(file)
  for (const text of ['Basel-to-forget', 'Bern']) expect(bytes.includes(text)).toBe(false)
})

it('a file of the format before opens, and has kept nothing', () => {
  const before = openDatabase(file)
  const at = migrations.findIndex(({ sql }) => sql.includes('CREATE TABLE form_values'))
  migrate(before, migrations.slice(0, at))
  before.close()
  const stores = openStores({ file })
  expect(stores.formValues.list()).toEqual([])
  stores.formValues.save(kept)
  expect(stores.formValues.list()).toEqual([kept])
  stores.close()
})
