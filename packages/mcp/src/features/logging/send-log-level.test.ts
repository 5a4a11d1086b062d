import { NEVER_ABORTED } from '@gatehouse/base'
import type { LoggingLevel } from '@gatehouse/domain'
import { handwrittenServerCommand } from '@gatehouse/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

const LEVEL_KEY = 'io.modelcontextprotocol/logLevel'
let bench: TestBench

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(() => bench.close())

it('legacy: each level that is chosen reaches the server', async () => {
  let level: LoggingLevel | undefined = 'warning'
  const target = stdioTarget(handwrittenServerCommand({ era: 'legacy', revision: '2025-11-25' }))
  const { connection, recording } = await bench.open(target, { logLevel: () => level })
  const requested = () =>
    recording.frames.flatMap(({ kind, method, message }) =>
      kind === 'request' && method === 'logging/setLevel' ? [message] : [],
    )
  await eventually(() => requested().length === 1)
  expect(requested()[0]).toMatchObject({ params: { level: 'warning' } })
  level = 'debug'
  await connection.sendLogLevel()
  expect(requested()[1]).toMatchObject({ params: { level: 'debug' } })
  level = undefined
  await connection.sendLogLevel()
  expect(requested()).toHaveLength(2)
})

it('modern: requests carry the level, and no request is sent for it', async () => {
  let level: LoggingLevel | undefined
  const target = stdioTarget(handwrittenServerCommand({ era: 'modern', revision: '2026-07-28' }))
  const { connection, recording } = await bench.open(target, { logLevel: () => level })
  const metas = () =>
    recording.frames.flatMap(({ kind, method, message }) =>
      kind === 'request' && method === 'tools/list' ? [JSON.stringify(message)] : [],
    )
  await connection.listTools(NEVER_ABORTED)
  expect(metas().at(-1)).not.toContain(LEVEL_KEY)
  level = 'error'
  await connection.sendLogLevel()
  await connection.listTools(NEVER_ABORTED)
  expect(metas().at(-1)).toContain(`"${LEVEL_KEY}":"error"`)
  expect(recording.frames.some(({ method }) => method === 'logging/setLevel')).toBe(false)
})
