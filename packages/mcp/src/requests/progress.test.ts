import { NEVER_ABORTED } from '@gatehouse/base'
import type { ToolCallProgress } from '@gatehouse/domain'
import { startFixtureHttpServer, type FixtureEra } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBench, type TestBench } from '../../checks/testing/recorded-connection.ts'

let bench: TestBench
const closers: (() => Promise<void>)[] = []

beforeEach(async () => {
  bench = await createTestBench()
})
afterEach(async () => {
  await bench.close()
  for (const close of closers.splice(0)) await close()
})

/** A server with one resource that takes `steps` steps of 100 ms, and reports each. */
async function slowResource(era: FixtureEra, steps: number) {
  let seen: AbortSignal | undefined
  const server = await startFixtureHttpServer({
    era,
    features: ['echo'],
    extend: (mcp) => {
      mcp.registerResource('slow', 'slow://one', {}, async (uri, { mcpReq }) => {
        seen = mcpReq.signal
        for (let step = 1; step <= steps && !mcpReq.signal.aborted; step += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          const progressToken = mcpReq._meta?.progressToken
          if (progressToken !== undefined)
            await mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken, progress: step, total: steps },
            })
        }
        return { contents: [{ uri: uri.href, text: 'done' }] }
      })
    },
  })
  closers.push(() => server.close())
  return { target: { kind: 'http', url: server.url, headers: {} } as const, signal: () => seen }
}

describe.each(['legacy', 'modern'] as const)('reading a resource, %s', (era) => {
  it('reports its progress, and does not time out while it makes some', async () => {
    const { target } = await slowResource(era, 9)
    const { connection } = await bench.open(target, {
      callLimits: () => ({ silenceMs: 700, totalMs: 10_000 }),
    })
    const reported: ToolCallProgress[] = []
    const reading = await connection.readResource(
      { uri: 'slow://one', onProgress: (progress) => reported.push(progress) },
      NEVER_ABORTED,
    )
    expect(reading.contents[0]?.text).toBe('done')
    expect(reported.at(-1)).toEqual({ progress: 9, total: 9 })
  })

  it('ends although it makes progress, and on the server when it was cancelled', async () => {
    const { target, signal } = await slowResource(era, 100)
    const { connection } = await bench.open(target, {
      callLimits: () => ({ silenceMs: 5000, totalMs: 400 }),
    })
    const read = (limit: AbortSignal) =>
      connection.readResource({ uri: 'slow://one', onProgress: () => undefined }, limit)
    await expect(read(NEVER_ABORTED)).rejects.toMatchObject({
      code: 'request/timed-out',
    })
    const person = new AbortController()
    const reading = read(person.signal)
    setTimeout(() => person.abort(), 100)
    await expect(reading).rejects.toMatchObject({ code: 'request/cancelled' })
    await expect.poll(() => signal()?.aborted).toBe(true)
  })
})
