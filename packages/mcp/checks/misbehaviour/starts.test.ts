import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  badStartRows,
  hostileServerCommand,
  isAlive,
  misbehavingServerCommand,
  misbehavioursPage,
  processesWith,
  startHostileHttpServer,
  readPidFile,
} from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  casesOf,
  createHostileBench,
  type HostileBench,
  type HostileTransport,
} from './misbehaviour-bench.ts'
import { stdioTarget } from '../testing/recorded-connection.ts'

const HEALTHY_MS = 3000
let hostiles: HostileBench

beforeAll(async () => {
  hostiles = await createHostileBench()
})
afterAll(() => hostiles.close())

type Id = (typeof badStartRows)[number]['id']

const checks: Record<Id, (transport: HostileTransport) => Promise<void>> = {
  'never-responds-to-initialize': async (transport) => {
    const { bench } = hostiles
    const limit = { startTimeoutMs: 600 }
    if (transport === 'stdio') {
      // On a slow machine it is ended before it could write the file.
      const pidFile = join(bench.folder, 'silent')
      const target = stdioTarget(misbehavingServerCommand('silent', { pidFile }))
      const { failure } = await bench.openFailing(target, limit)
      expect(failure).toMatchObject({ code: 'no-response', waitedMs: 600 })
      expect(processesWith(pidFile)).toEqual([])
      return
    }
    const server = await startHostileHttpServer({ era: 'legacy', fault: 'slow-headers' })
    const target = { kind: 'http', url: server.url, headers: {} } as const
    const { failure } = await bench.openFailing(target, limit)
    expect(failure).toMatchObject({ code: 'no-response', waitedMs: 600 })
    await server.close()
  },
  'asks-before-initialized': async () => {
    const { connection, recording } = await hostiles.bench.open(
      stdioTarget(hostileServerCommand({ era: 'legacy', asksFirst: true })),
    )
    const responses = recording.frames.flatMap((frame) =>
      frame.direction === 'out' && (frame.kind === 'response' || frame.kind === 'error')
        ? [`${frame.method} ${frame.kind}`]
        : [],
    )
    expect(responses.toSorted()).toEqual([
      'ping response',
      'roots/list error',
      'sampling/createMessage error',
    ])
    const at = recording.frames.findIndex(
      ({ method, direction }) => method === 'initialize' && direction === 'in',
    )
    const first = recording.frames.findIndex(({ method }) => method === 'ping')
    expect(first).toBeLessThan(at)
    await connection.close()
  },
  'never-ends': async () => {
    const pidFile = join(hostiles.bench.folder, 'stubborn')
    const { connection } = await hostiles.bench.open(
      stdioTarget(misbehavingServerCommand('ignore-sigterm-and-eof', { pidFile })),
    )
    const pid = await readPidFile(pidFile)
    await connection.close()
    expect(isAlive(pid)).toBe(false)
  },
}

test.each(casesOf(badStartRows))(
  'a server ($transport, $era) that $does: $outcome',
  async ({ id, transport }) => {
    const { slowestMs } = await hostiles.alongside(checks[id](transport))
    expect(slowestMs).toBeLessThan(HEALTHY_MS)
  },
)

/** Written anew with GATEHOUSE_WRITE_PAGES=1. */
test('the page about servers that break the rules says what the tests check', async () => {
  const page = new URL('../../../../docs/misbehaviour.md', import.meta.url)
  if (process.env['GATEHOUSE_WRITE_PAGES'] === '1') await writeFile(page, misbehavioursPage())
  expect(await readFile(page, 'utf8')).toBe(misbehavioursPage())
})
