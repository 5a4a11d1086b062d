import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRawBench, type RawBench } from './raw-bench.ts'

let raw: RawBench

beforeEach(async () => {
  raw = await createRawBench()
})
afterEach(() => raw.close())

/**
 * @threat faults.pressed
 * @attacker server
 * @tries To make the host press a busy server with requests, or to silence it for ever.
 * @stoppedBy A refused start is one request and is repeated after the time that was asked for, at most a day; a person
 * can try at once.
 */
test.each([
  [429, 1],
  [408, 2],
  [500, 2],
  [503, 2],
])(
  'a start that is refused with HTTP %i sends %i requests: the question for the era ends none',
  async (status, count) => {
    const server = await raw.serve(({ response }) => {
      response.writeHead(status, { 'retry-after': '7' }).end('Later.')
      return true
    })
    const { failure } = await raw.bench.openFailing({ kind: 'http', url: server.url, headers: {} })
    expect(failure).toMatchObject({ code: 'http-status', status, retryAfterMs: 7000 })
    expect(server.requests).toHaveLength(count)
    proves('faults.refused-start.one-request')
  },
)

test('a start that is refused for now is not negotiated anew, though the protocol is known', async () => {
  const server = await raw.serve(({ response }) => {
    response.writeHead(429).end('Later.')
    return true
  })
  const negotiated = {
    key: 'k',
    era: 'legacy' as const,
    protocolVersion: '2025-11-25',
    transport: 'streamable-http',
  }
  const { failure } = await raw.bench.openFailing(
    { kind: 'http', url: server.url, headers: {} },
    { negotiated },
  )
  expect(failure).toMatchObject({ status: 429 })
  expect(failure).not.toHaveProperty('retryAfterMs')
  expect(server.requests).toHaveLength(1)
})
