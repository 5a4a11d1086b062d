import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { StoredResult, ToolResult } from '@gatehouse/domain'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { asBytes, openDatabase } from '../file/database.ts'
import { formatTwelveResults, formatTwelveRows } from '../fixtures/format-12.fixture.ts'
import { migrate } from '../file/migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openStores, type OpenedStores } from '../open-stores.ts'
import { loadWholeResult } from './load-whole-result.ts'

let bundle: PackageBundle
let folder: string
let file: string

beforeAll(async () => {
  bundle = await bundlePackage(new URL('../index.ts', import.meta.url), ['libsql'])
}, 60_000)
afterAll(() => bundle.dispose())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-move-'))
  file = join(folder, 'gatehouse.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A file as format 12 left it. */
function write(calls: [id: string, result: ToolResult][]): void {
  const database = openDatabase(file)
  migrate(
    database,
    migrations.filter(({ version }) => version <= 12),
  )
  const { sql, entries } = formatTwelveRows(calls)
  database.execute(sql)
  const insert = database.prepare(
    "INSERT INTO entries (turn_id, ordinal, id, json) VALUES ('turn', ?, ?, CAST(? AS TEXT))",
  )
  database.transaction(() => {
    for (const [index, { id, json }] of entries.entries()) insert.run(index + 1, id, asBytes(json))
  })
  database.close()
}

function resultsIn(stores: OpenedStores): Map<string, StoredResult> {
  const entries = stores.turns.get('turn')?.entries ?? []
  return new Map(
    entries.flatMap((entry) =>
      entry.kind === 'tool-call' && entry.result ? [[entry.id, entry.result]] : [],
    ),
  )
}

it('results that an earlier version kept inside are whole in files, and small in their entries', async () => {
  write(Object.entries(formatTwelveResults))
  const stores = openStores({ file })
  const kept = resultsIn(stores)
  for (const [id, sent] of Object.entries(formatTwelveResults)) {
    const result = kept.get(id)
    if (!result) throw new Error(`${id} is not there.`)
    expect(await loadWholeResult(result, stores.blobs)).toEqual(sent)
    expect(JSON.stringify(result).length).toBeLessThan(32_000)
  }
  expect(stores.turns.size('turn')).toBeLessThan(100_000)
  stores.close()
  for (const clause of ['small', 'whole', 'moved']) proves(`record.blobs.${clause}`)
})

/** @threat window.old-file */
it('what cannot be read of an older file is kept whole beside what can', async () => {
  const blocks = Array.from({ length: 50_000 }, () => ({ type: 'text' as const, text: 'a' }))
  write([['huge', { isError: false, content: blocks }]])
  const stores = openStores({ file })
  const result = resultsIn(stores).get('huge')
  expect(result?.leftOut).toMatchObject({ blocks: 49_499, characters: 0, values: 0 })
  expect(JSON.stringify(result).length).toBeLessThan(100_000)
  const record = result?.leftOut?.kept
  if (!record) throw new Error('The record is not kept.')
  const whole = JSON.parse(await stores.blobs.data(record)) as { result: ToolResult }
  expect(whole.result.content).toEqual(blocks)
  stores.close()
})

const opener = `
  const { openStores } = require(process.env.BUNDLE)
  console.log('begins')
  openStores({ file: process.env.FILE, onUpdate: ({ part }) => console.log(part) }).close()
  console.log('over')
`

/** Opens the file in a process of its own, which is killed so many milliseconds after it began. */
async function openAndKill(afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, ['-e', opener], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...bundle.env, BUNDLE: bundle.file, FILE: file },
  })
  let isOver = false
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    if (line === 'begins') setTimeout(() => child.kill('SIGKILL'), afterMs)
    isOver ||= line === 'over'
  })
  await once(lines, 'close')
  return isOver
}

it('a move that is killed at any moment goes on, and loses and doubles nothing', async () => {
  const sent = new Map<string, ToolResult>()
  for (let n = 0; n < 1500; n += 1) {
    const sizes = [10, 9000, 30_000, 120_000]
    const text = `${n} ${'w'.repeat(sizes[n % sizes.length] ?? 0)}`
    sent.set(`call-${n}`, { isError: false, content: [{ type: 'text', text }] })
  }
  write([...sent])
  let kills = 0
  let seed = 20_251_122
  while (kills < 20) {
    seed = (seed * 48_271) % 2_147_483_647
    if (await openAndKill(seed % 60)) break
    kills += 1
  }
  const stores = openStores({ file })
  const kept = resultsIn(stores)
  expect([...kept.keys()]).toEqual([...sent.keys()])
  for (const [id, result] of kept)
    expect(await loadWholeResult(result, stores.blobs)).toEqual(sent.get(id))
  expect(kills).toBeGreaterThan(3)
  stores.close()
  proves('record.blobs.killed')
}, 120_000)
