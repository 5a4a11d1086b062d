import { badTransportRows } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  casesOf,
  createHostileBench,
  SHORT_TIMEOUT_MS,
  type Hostile,
  type HostileBench,
} from './misbehaviour-bench.ts'
import { eventually } from '../testing/recorded-connection.ts'

const HEALTHY_MS = 3000
/** The most memory that one invalid response may take: the bound of a message, copied a few times. */
const MEMORY_BYTES = 500_000_000
let hostiles: HostileBench

beforeAll(async () => {
  hostiles = await createHostileBench()
})
afterAll(() => hostiles.close())

type Id = (typeof badTransportRows)[number]['id']
type Check = (hostile: Hostile) => Promise<void>

function fails(id: Id, code: string, words: RegExp): Check {
  return async (hostile) => {
    await expect(hostile.call(id)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(words),
    })
  }
}

/** A cause that the response itself cannot carry is in the log. */
function failsOrNotes(id: Id, words: RegExp): Check {
  return async (hostile) => {
    hostile.recording.logs.length = 0
    const error = await hostile.call(id).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({
      code: expect.stringMatching(/^call\/(protocol|connection-lost|outcome-unknown)$/),
    })
    await eventually(() => words.test(String(error)) || hostile.logged(words))
  }
}

function timesOut(id: Id): Check {
  return async (hostile) => {
    const connection = await hostile.withShortTimeout()
    await expect(hostile.call(id, { connection })).rejects.toMatchObject({
      code: 'call/timed-out',
      data: { waitedMs: expect.closeTo(SHORT_TIMEOUT_MS, -3) },
    })
  }
}

const checks: Record<Id, Check> = {
  'another-content-type': fails('another-content-type', 'call/outcome-unknown', /text\/html/),
  'event-without-end': failsOrNotes('event-without-end', /larger than 16777216 bytes/),
  'lines-without-end': failsOrNotes('lines-without-end', /larger than 16777216 bytes/),
  'stream-without-response': timesOut('stream-without-response'),
  'broken-chunks': fails('broken-chunks', 'call/connection-lost', /lost before/),
  'gzip-bomb': failsOrNotes('gzip-bomb', /larger than 16777216 bytes/),
  'gzip-bomb-stream': failsOrNotes('gzip-bomb-stream', /larger than 16777216 bytes/),
  'broken-gzip': fails('broken-gzip', 'call/connection-lost', /lost before/),
  'redirect-elsewhere': fails('redirect-elsewhere', 'call/outcome-unknown', /redirect/i),
  'success-with-an-error': fails('success-with-an-error', 'call/protocol', /an error: \S/),
  'success-without-body': fails('success-without-body', 'call/outcome-unknown', /not JSON/),
  'reset-in-the-body': fails('reset-in-the-body', 'call/connection-lost', /lost before/),
  'reset-in-the-stream': fails('reset-in-the-stream', 'call/connection-lost', /lost before/),
  'slow-headers': timesOut('slow-headers'),
  'headers-without-end': fails('headers-without-end', 'call/connection-lost', /lost before/),
}

test.each(casesOf(badTransportRows))(
  'a server ($era) that $does: $outcome',
  async ({ id, transport, era }) => {
    const own = await createHostile(transport, era)
    const before = process.memoryUsage().rss
    const { slowestMs } = await hostiles.alongside(checks[id](own))
    expect(slowestMs).toBeLessThan(HEALTHY_MS)
    expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY_BYTES)
  },
)

/** A connection that a fault may end. */
async function createHostile(...where: Parameters<HostileBench['hostile']>): Promise<Hostile> {
  const hostile = await hostiles.hostile(...where)
  return hostile.recording.downs.length === 0 ? hostile : hostiles.renewed(...where)
}
