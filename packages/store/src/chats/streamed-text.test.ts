import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { AssistantMessage } from '@gatehouse/domain'
import { bundlePackage, type PackageBundle } from '@gatehouse/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OpenedStores, openStores } from '../index.ts'
import { sampleConversation, sampleTurn, shownTurns } from '../sample-records.ts'

let folder: string
let file: string
let stores: OpenedStores
let bundle: PackageBundle

beforeAll(async () => {
  bundle = await bundlePackage(new URL('../index.ts', import.meta.url), ['libsql'])
}, 60_000)

afterAll(() => bundle.dispose())

const empty: AssistantMessage = {
  kind: 'assistant-message',
  id: 'e1',
  step: 1,
  text: '',
  reasoning: '',
  status: 'streaming',
  createdAt: 1_700_000_000_000,
}

const begin = (): void => {
  stores = openStores({ file })
  stores.conversations.save(sampleConversation('c1'))
  stores.turns.saveTurn(sampleTurn('t1', 'c1', { status: 'running' }))
  stores.turns.saveEntry('t1', empty)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-streamed-'))
  file = join(folder, 'gatehouse.db')
  begin()
})

afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

const bytesOnDisk = (): number =>
  [file, `${file}-wal`].reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0)

const message = () => shownTurns(stores, 'c1')[0]?.entries[0]

it('appended pieces are read as one text, before and after they are taken in', () => {
  const pieces = ['so far ', 'half a pair \ud83d', '\ude00 and a nul \u0000', ' 半句话']
  for (const text of pieces) stores.turns.appendText('t1', 'e1', { text, reasoning: `${text}?` })
  const whole = {
    ...empty,
    text: pieces.join(''),
    reasoning: pieces.map((text) => `${text}?`).join(''),
  }
  expect(message()).toEqual(whole)
  expect(stores.turns.running()[0]?.entries).toEqual([whole])
  stores.turns.saveEntry('t1', { ...whole, status: 'complete' })
  stores.turns.appendText('t1', 'e1', { text: '!', reasoning: '' })
  expect(message()).toEqual({ ...whole, status: 'complete', text: `${whole.text}!` })
})

it('pieces of a message are gone with its chat', () => {
  stores.turns.appendText('t1', 'e1', { text: 'private words', reasoning: '' })
  stores.conversations.remove('c1')
  stores.conversations.purge()
  stores.close()
  expect(readFileSync(file).includes('private words')).toBe(false)
  begin()
  expect(message()).toEqual(empty)
})

const CHARACTERS = 250_000
const MESSAGES = ['e1', 'e2', 'e3', 'e4']

function stream(id: string, size: number): void {
  const streaming = { ...empty, id }
  stores.turns.saveEntry('t1', streaming)
  let text = ''
  while (text.length < CHARACTERS) {
    const piece = 'words '.repeat(size / 6 + 1).slice(0, size)
    stores.turns.appendText('t1', id, { text: piece, reasoning: '' })
    text += piece
  }
  expect(shownTurns(stores, 'c1')[0]?.entries.at(-1)).toEqual({ ...streaming, text })
  stores.turns.saveEntry('t1', { ...streaming, text, status: 'complete' })
}

/** @threat turns.rewritten-text */
it.each([
  ['at once', CHARACTERS],
  ['fast', 10_000],
  ['at two kilobytes a piece', 2_100],
  ['as models write', 400],
])('text that came %s grows the database by at most 1.2 bytes a byte', (_pace, size) => {
  const before = bytesOnDisk()
  for (const id of MESSAGES) stream(id, size)
  const kept = CHARACTERS * MESSAGES.length
  // The log is bounded by itself, however much went through it.
  expect(bytesOnDisk() - before).toBeLessThan(kept * 1.2 + 8.5 * 1024 * 1024)
  stores.close()
  expect(bytesOnDisk() - before).toBeLessThan(kept * 1.2)
})

/** Streams a text, tells after each piece how long it is on disk, and at the end what was written. */
const writer = `
  const { readFileSync, writeSync } = require('node:fs')
  const { openStores } = require(process.env.BUNDLE)
  const stores = openStores({ file: process.env.FILE })
  const message = JSON.parse(process.env.MESSAGE)
  const piece = 'a few words '.repeat(Number(process.env.SIZE) / 12)
  const written = () => Number(/write_bytes: (\\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))[1])
  const before = process.platform === 'linux' ? written() : 0
  let text = ''
  for (let n = 0; n < Number(process.env.COUNT); n += 1) {
    stores.turns.appendText('t1', 'e1', { text: piece, reasoning: '' })
    text += piece
    writeSync(1, 'kept ' + text.length + '\\n')
  }
  stores.turns.saveEntry('t1', { ...message, text, status: 'complete' })
  stores.close()
  if (process.platform === 'linux') writeSync(1, 'wrote ' + (written() - before) + '\\n')
`

function startWriter(size: number, count: number) {
  const child = spawn(process.execPath, ['-e', writer], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...bundle.env,
      BUNDLE: bundle.file,
      FILE: file,
      SIZE: String(size),
      COUNT: String(count),
      MESSAGE: JSON.stringify(empty),
    },
  })
  const printed: string[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => printed.push(line))
  return { child, printed, lines, ended: once(lines, 'close') }
}

/** @threat turns.rewritten-text */
it('streamed text that was kept is there after a kill with -9, and once taken in too', async () => {
  stores.close()
  const { child, printed, lines, ended } = startWriter(1200, 1_000_000)
  lines.on('line', () => {
    if (printed.length === 200) child.kill('SIGKILL')
  })
  await ended
  const kept = Number(printed.at(-1)?.split(' ')[1])
  expect(kept).toBeGreaterThanOrEqual(200 * 1200)
  stores = openStores({ file })
  expect(stores.notice).toBeNull()
  const [turn] = stores.turns.running()
  const [entry] = turn?.entries ?? []
  if (entry?.kind !== 'assistant-message') throw new Error('no message')
  // At most the piece that was being saved comes on top.
  expect([kept, kept + 1200]).toContain(entry.text.length)
  expect(entry.text).toBe('a few words '.repeat(entry.text.length / 12))
  stores.turns.saveEntry('t1', { ...entry, status: 'interrupted' })
  stores.close()
  stores = openStores({ file })
  expect(message()).toEqual({ ...entry, status: 'interrupted' })
}, 60_000)

/** @threat turns.rewritten-text */
it.runIf(process.platform === 'linux')(
  'a flood of text costs the disk a few bytes for each of its own, however long it gets',
  async () => {
    stores.close()
    const ratios: number[] = []
    for (const count of [4, 16]) {
      const { printed, ended } = startWriter(240_000, count)
      await ended
      ratios.push(Number(printed.at(-1)?.split(' ')[1]) / (240_000 * count))
      rmSync(file)
      begin()
      stores.close()
    }
    for (const ratio of ratios) expect(ratio).toBeLessThan(3.5)
    stores = openStores({ file })
  },
  60_000,
)
