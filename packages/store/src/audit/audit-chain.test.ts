import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createAuditKey } from './audit-signatures.ts'
import { createAuditStore } from './audit-store.ts'
import { openDatabase } from '../file/database.ts'
import { migrate } from '../file/migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openStores } from '../open-stores.ts'
import { createRowReader } from '../read-rows.ts'
import { sampleAuditRecord } from '../sample-records.ts'

let folder: string
let file: string
let stores: ReturnType<typeof openStores>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-chain-'))
  file = join(folder, 'gatehouse.db')
  stores = openStores({ file })
})
afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As another program with the file would. */
function tamper(sql: string): void {
  const other = openDatabase(file)
  other.execute(sql)
  other.close()
}

async function exported(): Promise<string[]> {
  const lines: string[] = []
  for await (const line of stores.audit.lines()) lines.push(line)
  return lines
}

const run = promisify(execFile)
const command = join(import.meta.dirname, '../../../tooling/bin/audit-verify.mjs')

/** Returns the output of the command; rejects with it for an exit code other than 0. */
async function verify(lines: readonly string[]): Promise<string> {
  const written = join(folder, 'activity.jsonl')
  writeFileSync(written, `${lines.join('\n')}\n`)
  const { stdout } = await run(process.execPath, [command, written]).catch((error: unknown) => {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(output)
  })
  return stdout
}

it('holds after 10,000 records and a restart, and its export does', async () => {
  stores.close()
  const database = openDatabase(file)
  const audit = createAuditStore(database, {
    read: createRowReader(() => undefined),
    key: createAuditKey(database),
  })
  database.transaction(() => {
    for (let n = 0; n < 10_000; n += 1)
      audit.append(sampleAuditRecord(`r${n}`, { subject: `tool ${n % 7} 完成 "\\` }))
  })
  database.close()
  stores = openStores({ file })
  stores.audit.append(sampleAuditRecord('last'))
  const found = await stores.audit.check()
  expect(found).toMatchObject({ records: 10_001, unchained: 0, fault: null })
  const lines = await exported()
  expect(lines).toHaveLength(10_002)
  expect(await verify(lines)).toContain(`10001 records, each linked to the one before it`)
  expect(await verify(lines)).toContain(found.head)
  await expect(verify(lines.toSpliced(5000, 1))).rejects.toThrowError(
    'Line 5001: it does not follow the entry before it.',
  )
})

/**
 * @threat record.rewritten
 * @attacker file
 * @tries To change a decision in the database or in an export, or to take one out, the last one included.
 * @stoppedBy Each record holds the hash of the one before it. A rewrite of the chain is noticed by its signatures, see
 * `record.rewritten-with-hashes`.
 */
it('names the record that was changed, and where one is missing', async () => {
  for (let n = 1; n <= 250; n += 1) stores.audit.append(sampleAuditRecord(`r${n}`, { at: n }))
  tamper(`UPDATE audit SET json = replace(json, '"denied"', '"done"'), hash = hash WHERE seq = 7`)
  tamper(`UPDATE audit SET json = replace(json, '"at":120', '"at":121') WHERE seq = 120`)
  expect(await stores.audit.check()).toMatchObject({
    records: 120,
    fault: { kind: 'changed', record: 120, at: 121 },
  })
  tamper(`UPDATE audit SET json = replace(json, '"at":121', '"at":120') WHERE seq = 120`)
  expect(await stores.audit.check()).toMatchObject({ records: 250, fault: null })
  tamper('DELETE FROM audit WHERE seq = 100')
  expect(await stores.audit.check()).toMatchObject({ fault: { kind: 'missing', record: 101 } })
})

/** @threat record.rewritten */
it('misses the last ones', async () => {
  for (let n = 1; n <= 9; n += 1) stores.audit.append(sampleAuditRecord(`r${n}`, { at: n }))
  tamper('DELETE FROM audit WHERE seq > 7')
  expect((await stores.audit.check()).fault).toEqual({ kind: 'missing-end', record: 7, at: 7 })
})

/** @threat record.rewritten */
it('misses neither the first ones, nor one that lost its hash', async () => {
  for (let n = 1; n <= 20; n += 1) stores.audit.append(sampleAuditRecord(`r${n}`, { at: n }))
  tamper('UPDATE audit SET hash = NULL WHERE seq = 9')
  expect((await stores.audit.check()).fault).toEqual({ kind: 'changed', record: 9, at: 9 })
  tamper('DELETE FROM audit WHERE seq < 3')
  expect((await stores.audit.check()).fault).toEqual({ kind: 'missing', record: 3, at: 3 })
  tamper('UPDATE audit SET hash = NULL')
  expect((await stores.audit.check()).fault).toEqual({ kind: 'changed', record: 3, at: 3 })
})

it('what an earlier format wrote stays as it was, outside of the chain', async () => {
  stores.close()
  rmSync(file)
  const old = openDatabase(file)
  migrate(
    old,
    migrations.filter(({ version }) => version <= 17),
  )
  for (const id of ['a', 'b'])
    old.execute(
      `INSERT INTO audit (id, json) VALUES ('${id}', '${JSON.stringify(sampleAuditRecord(id))}')`,
    )
  old.close()
  stores = openStores({ file })
  stores.audit.append(sampleAuditRecord('c'))
  expect(await stores.audit.check()).toMatchObject({ records: 3, unchained: 2, fault: null })
  expect(await verify(await exported())).toContain('2 records are older than the chain')
})
