import { NEVER_ABORTED } from '@gatehouse/base'
import {
  fixtureServerCommand,
  misbehavingServerCommand,
  startFixtureHttpServer,
  type FixtureEra,
} from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../checks/testing/recorded-connection.ts'

let bench: TestBench
const closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  bench = await createTestBench({ graceMs: 200 })
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

describe.each(['legacy', 'modern'] as const)('a sign of life, %s', (era: FixtureEra) => {
  const method = era === 'legacy' ? 'ping' : 'server/discover'

  it('is not asked with a message that the era does not know, over stdio', async () => {
    const target = stdioTarget(fixtureServerCommand({ era, features: ['echo'] }))
    const { connection, recording } = await bench.open(target)
    const before = recording.frames.length
    await connection.ping(NEVER_ABORTED)
    const pinged = recording.frames.slice(before).filter((frame) => frame.method === method)
    expect(pinged.map(({ kind }) => kind)).toEqual(['request', 'response'])
    expect(recording.roundTrips.length).toBeGreaterThan(1)
  })

  it('distinguishes a server that is gone from one that lives, over HTTP', async () => {
    const server = await startFixtureHttpServer({ era, features: ['echo'] })
    closers.push(() => server.close())
    const { connection, recording } = await bench.open({
      kind: 'http',
      url: server.url,
      headers: {},
    })
    await connection.ping(NEVER_ABORTED)
    expect(recording.frames.some((frame) => frame.method === method)).toBe(true)
    await server.close()
    await expect(connection.ping(NEVER_ABORTED)).rejects.toMatchObject({
      code: 'request/connection-lost',
    })
    await eventually(() => recording.downs.length === 1)
  })
})

it('does not take a stopped process for a living one, nor waits longer than it is let', async () => {
  const target = stdioTarget(fixtureServerCommand({ era: 'legacy', features: ['echo'] }))
  const { connection } = await bench.open(target)
  process.kill(connection.info.pid ?? 0, 'SIGSTOP')
  const limit = new AbortController()
  setTimeout(() => limit.abort('late'), 100)
  await expect(connection.ping(limit.signal)).rejects.toMatchObject({ code: 'request/cancelled' })
})

it('takes a refusal for the sign of life that it is', async () => {
  const target = stdioTarget(misbehavingServerCommand('well-behaved'))
  const { connection } = await bench.open(target)
  await expect(connection.ping(NEVER_ABORTED)).resolves.toBeUndefined()
})
