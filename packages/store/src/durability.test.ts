import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import Libsql from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openStores } from './index.ts'
import { sampleConversation, sampleTurn, sampleUserMessage, shownTurns } from './sample-records.ts'

let bundle: PackageBundle
let folder: string
let file: string

beforeAll(async () => {
  bundle = await bundlePackage(new URL('./index.ts', import.meta.url), ['libsql'])
}, 60_000)

afterAll(() => bundle.dispose())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-durable-'))
  file = join(folder, 'gatehouse.db')
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Saves entries forever and prints the name of each one once `saveEntry` has returned. */
const writer = `
  const { writeSync } = require('node:fs')
  const { openStores } = require(process.env.BUNDLE)
  const stores = openStores({ file: process.env.FILE })
  const name = process.env.NAME
  stores.conversations.save(JSON.parse(process.env.CONVERSATION))
  stores.turns.saveTurn(JSON.parse(process.env.TURN))
  for (let n = 0; n < Number(process.env.COUNT); n += 1) {
    const text = 'saved words '.repeat(n % 300)
    stores.turns.saveEntry('t-' + name, { kind: 'user-message', id: name + n, text, createdAt: n })
    writeSync(1, name + n + '\\n')
  }
`

function startWriter(name: string, count: number) {
  const child = spawn(process.execPath, ['-e', writer], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...bundle.env,
      BUNDLE: bundle.file,
      FILE: file,
      NAME: name,
      COUNT: String(count),
      CONVERSATION: JSON.stringify(sampleConversation(`c-${name}`)),
      TURN: JSON.stringify(sampleTurn(`t-${name}`, `c-${name}`, { status: 'running' })),
    },
  })
  const printed: string[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => printed.push(line))
  return { child, printed, lines, ended: once(lines, 'close') }
}

it('loses nothing that was saved when the process is killed with -9', async () => {
  for (const killAfter of [1, 40, 333]) {
    const name = `k${killAfter}x`
    const { child, printed, lines, ended } = startWriter(name, 1_000_000)
    lines.on('line', () => {
      if (printed.length === killAfter) child.kill('SIGKILL')
    })
    await ended
    expect(printed.length).toBeGreaterThanOrEqual(killAfter)
    const stores = openStores({ file })
    expect(stores.notice).toBeNull()
    const [turn] = shownTurns(stores, `c-${name}`)
    const kept = turn?.entries.map(({ id }) => id) ?? []
    expect(kept.slice(0, printed.length)).toEqual(printed)
    // At most the one that was being saved comes on top, and nothing twice or out of order.
    expect(kept.length - printed.length).toBeLessThanOrEqual(1)
    expect(stores.turns.running().map(({ id }) => id)).toContain(`t-${name}`)
    stores.close()
  }
}, 60_000)

it('does not lose or refuse writes when two processes open and write at the same time', async () => {
  const writers = ['a', 'b'].map((name) => startWriter(name, 300))
  await Promise.all(writers.map(({ ended }) => ended))
  const stores = openStores({ file })
  for (const [index, { printed }] of writers.entries()) {
    expect(printed).toHaveLength(300)
    const [turn] = shownTurns(stores, `c-${index === 0 ? 'a' : 'b'}`)
    expect(turn?.entries.map(({ id }) => id)).toEqual(printed)
  }
  stores.close()
}, 60_000)

it('says in words that another process holds the file instead of waiting for ever', () => {
  const stores = openStores({ file })
  const other = new Libsql(file)
  other.exec('BEGIN IMMEDIATE')
  const begin = performance.now()
  expect(() => stores.conversations.save(sampleConversation('c1'))).toThrow(
    expect.objectContaining({
      code: 'store/locked',
      message: expect.stringContaining('Quit other copies of Gatehouse'),
    }),
  )
  expect(performance.now() - begin).toBeLessThan(4000)
  other.exec('ROLLBACK')
  other.close()
  stores.conversations.save(sampleConversation('c1'))
  stores.turns.saveTurn(sampleTurn('t1', 'c1'))
  stores.turns.saveEntry('t1', sampleUserMessage('e1', 'x'))
  expect(shownTurns(stores, 'c1')).toHaveLength(1)
  stores.close()
})
