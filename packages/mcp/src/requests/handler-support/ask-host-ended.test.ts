import { NEVER_ABORTED } from '@gatehouse/base'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { abortCodeOf } from '@gatehouse/domain'
import type { ServerRequestHandler } from '@gatehouse/host/ports'
import { handwrittenServerCommand, readRecording } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  nobody,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

const signal = NEVER_ABORTED
const forms = {
  elicitation: { form: true, url: true },
  sampling: false,
  roots: false,
  apps: false,
} as const

let bench: TestBench
let folder: string
beforeEach(async () => {
  bench = await createTestBench()
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-asked-'))
})
afterEach(async () => {
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a request whose server died is distinguished from one that the server took back', async () => {
  const asked = new Map<string, AbortSignal>()
  const record = join(folder, 'record')
  const elicit: ServerRequestHandler['elicit'] = (request, _context, own) => {
    asked.set(request.message, own)
    return new Promise((_resolve, reject) => {
      own.addEventListener('abort', () => reject(new Error('gone')))
    })
  }
  const { connection } = await bench.open(
    stdioTarget(handwrittenServerCommand({ era: 'legacy', record })),
    { clientFeatures: forms, onRequest: { ...nobody.onRequest, elicit } },
  )
  const tool = (await connection.listTools(signal)).find(({ name }) => name === 'ask-form')
  if (!tool) throw new Error('The tool is not listed.')
  const ask = (label: string) =>
    connection
      .callTool({ tool, arguments: { label }, onProgress: () => undefined }, signal)
      .catch(() => undefined)
  const notify = (word: NodeJS.Signals) =>
    process.kill(readRecording(record).launch?.pid ?? 0, word)
  const calls = [ask('taken-back'), ask('dies')]
  await eventually(() => asked.size === 2 || undefined)
  notify('SIGUSR2')
  const isOver = (label: string) => asked.get(`Which city? (${label})`)?.aborted || undefined
  await eventually(() => isOver('taken-back'))
  notify('SIGKILL')
  await eventually(() => isOver('dies'))
  const reasons = Object.fromEntries([...asked].map(([text, one]) => [text, abortCodeOf(one)]))
  expect(reasons).toEqual({
    'Which city? (taken-back)': undefined,
    'Which city? (dies)': 'connection-lost',
  })
  await Promise.all(calls)
})
