import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElicitationAsk } from '@gatehouse/domain'
import { bundlePackage } from '@gatehouse/testkit'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenedStores, openStores, type StoreProblem } from './index.ts'
import { sampleAuditRecord } from './sample-records.ts'

let folder: string
let file: string
let stores: OpenedStores
let problems: StoreProblem[]
const open = (): OpenedStores => openStores({ file, report: (problem) => problems.push(problem) })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-asks-'))
  file = join(folder, 'gatehouse.db')
  problems = []
  stores = open()
})

afterEach(() => {
  stores.close()
  rmSync(folder, { recursive: true })
})

function sampleAsk(id: string, message = 'Which city? 哪个城市？'): ElicitationAsk {
  return {
    kind: 'elicitation',
    id,
    serverId: 's1',
    serverName: 'Files',
    serverHue: 3,
    serverIdentity: 'abc',
    createdAt: 1_700_000_000_000,
    state: { status: 'pending' },
    causes: [],
    request: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
  }
}

it('asks are there again after a restart, in their order, and gone once they are settled', () => {
  stores.asks.save(sampleAsk('b'))
  stores.asks.save(sampleAsk('a'))
  stores.close()
  stores = open()
  expect(stores.asks.pending()).toEqual([sampleAsk('b'), sampleAsk('a')])
  stores.asks.settle('b', sampleAuditRecord('r1', { withdrawn: 'app-ended' }))
  stores.asks.settle('a', null)
  stores.close()
  stores = open()
  expect(stores.asks.pending()).toEqual([])
  expect(stores.audit.list(9)).toEqual([sampleAuditRecord('r1', { withdrawn: 'app-ended' })])
})

it('an ask of an earlier version, whose reason is a sentence, opens with that sentence', () => {
  stores.close()
  const raw = new Libsql(file)
  const saved = { ...sampleAsk('old'), problem: 'The browser could not be started.' }
  raw.prepare('INSERT INTO asks (id, json) VALUES (?, ?)').run('old', JSON.stringify(saved))
  raw.close()
  stores = open()
  const problem = { code: '', message: 'The browser could not be started.', data: {} }
  expect(stores.asks.pending()).toEqual([{ ...sampleAsk('old'), problem }])
  expect(problems).toEqual([])
})

/** @threat asks.lost-question */
it('an ask and its record are settled together, or neither', () => {
  stores.asks.save(sampleAsk('a'))
  stores.audit.append(sampleAuditRecord('taken'))
  expect(() => stores.asks.settle('a', sampleAuditRecord('taken'))).toThrow(
    expect.objectContaining({ code: 'store/constraint' }),
  )
  expect(stores.asks.pending()).toEqual([sampleAsk('a')])
  stores.asks.settle('a', sampleAuditRecord('r2'))
  expect(stores.asks.pending()).toEqual([])
  expect(stores.audit.list(9)).toHaveLength(2)
})

it('an ask that cannot be read any more does not stay for good', () => {
  stores.asks.save(sampleAsk('a'))
  stores.close()
  const raw = new Libsql(file)
  raw.exec(`INSERT INTO asks (id, json) VALUES ('x', '{"kind":"of a later version"}')`)
  raw.close()
  stores = open()
  expect(stores.asks.pending()).toEqual([sampleAsk('a')])
  expect(problems).toMatchObject([{ table: 'asks', id: 'x' }])
  stores.asks.clear()
  stores.close()
  const after = new Libsql(file)
  expect(after.prepare('SELECT count(*) AS n FROM asks').get()).toMatchObject({ n: 0 })
  after.close()
  stores = open()
})

/** @threat asks.secrets-in-record */
it('the words of an ask that is settled are not left in the file', () => {
  const secret = 'hunter2-in-a-question-'.repeat(400)
  stores.asks.save(sampleAsk('a', secret))
  stores.asks.settle('a', sampleAuditRecord('r1'))
  stores.close()
  expect(readFileSync(file).includes('hunter2-in-a-question')).toBe(false)
  stores = open()
})

/** @threat asks.lost-question */
it('an ask whose save has returned survives a kill', { timeout: 60_000 }, async () => {
  const bundle = await bundlePackage(new URL('./index.ts', import.meta.url), ['libsql'])
  const writer = `
    const stores = require(process.env.BUNDLE).openStores({ file: process.env.FILE })
    stores.asks.save(JSON.parse(process.env.ASK))
    require('node:fs').writeSync(1, 'saved')
    setInterval(() => undefined, 1000)
  `
  stores.close()
  const child = spawn(process.execPath, ['-e', writer], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...bundle.env,
      BUNDLE: bundle.file,
      FILE: file,
      ASK: JSON.stringify(sampleAsk('a')),
    },
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await ended
  stores = open()
  expect(stores.asks.pending()).toEqual([sampleAsk('a')])
  bundle.dispose()
})
