import type { Frame } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it, vi } from 'vitest'
import { createFrameRecorder } from './frame-recorder.ts'

function record(message: unknown): Omit<Frame, 'serverId' | 'seq'> | undefined {
  const frames: Omit<Frame, 'serverId' | 'seq'>[] = []
  const recorder = createFrameRecorder(
    { onFrame: (frame) => frames.push(frame), onRoundTrip: () => undefined },
    () => 1,
  )
  recorder.received(message)
  return frames[0]
}

const nested = (depth: number): unknown =>
  depth === 0 ? 1 : { jsonrpc: '2.0', method: 'x', params: nested(depth - 1) }

describe('the frame recorder', () => {
  it('keeps a message as it was', () => {
    expect(record(nested(3))).toMatchObject({ truncated: false, message: nested(3) })
  })

  /**
   * @threat inbound.names-of-megabytes
   * @attacker server
   * @tries Sends messages whose method or id is megabytes long, so that main keeps them beside the shortened message.
   * @stoppedBy Of a method and an id 256 characters are kept, as texts of their own; longer ids are paired with
   * nothing.
   */
  it.each(['request', 'notification', 'response'])(
    'keeps only the start of the method and id of a %s, however long they are',
    (kind) => {
      const long = 'm'.repeat(2_000_000)
      const frame = record({
        jsonrpc: '2.0',
        ...(kind === 'notification' ? {} : { id: long }),
        ...(kind === 'response' ? { result: {} } : { method: long }),
      })
      expect(frame?.kind).toBe(kind)
      const { message, ...facts } = frame ?? {}
      expect(JSON.stringify(message).length).toBeLessThan(20_000)
      expect(JSON.stringify(facts).length).toBeLessThan(1000)
    },
  )

  it('keeps a message that nests too deeply for the window as text, so that it breaks no list', () => {
    const frame = record(nested(400))
    expect(frame?.truncated).toBe(true)
    expect(typeof frame?.message).toBe('string')
  })
})

/** Returns the frames that a recorder makes of messages at these milliseconds. */
function recordAt(messages: [ms: number, direction: 'in' | 'out', message: object][]) {
  const frames: Omit<Frame, 'serverId' | 'seq'>[] = []
  const roundTrips: number[] = []
  let ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms)
  const recorder = createFrameRecorder(
    { onFrame: (frame) => frames.push(frame), onRoundTrip: (took) => roundTrips.push(took) },
    () => ms,
  )
  for (const [at, direction, message] of messages) {
    ms = at
    if (direction === 'in') recorder.received({ jsonrpc: '2.0', ...message })
    else recorder.sent({ jsonrpc: '2.0', ...message })
  }
  clock.mockRestore()
  return { frames, roundTrips }
}

describe('the time that a person takes', () => {
  const call = { id: 1, method: 'tools/call' }
  const asks = { id: 'q', method: 'elicitation/create' }

  it('is not latency, neither of what the server asked nor of the call that waited for it', () => {
    const { frames, roundTrips } = recordAt([
      [0, 'out', call],
      [10, 'in', asks],
      [60_010, 'out', { id: 'q', result: { action: 'decline' } }],
      [60_030, 'in', { id: 1, result: {} }],
    ])
    expect(frames[2]).not.toHaveProperty('latencyMs')
    expect(frames[3]).toMatchObject({ method: 'tools/call', latencyMs: 30 })
    expect(roundTrips).toEqual([30])
    proves('faults.traffic.latency')
  })

  it('counts once when one call asks for two things at a time, and for a call that ends meanwhile', () => {
    const { frames } = recordAt([
      [0, 'out', call],
      [10, 'in', asks],
      [20, 'in', { ...asks, id: 'r' }],
      [1010, 'out', { id: 'q', result: {} }],
      [2010, 'in', { id: 1, result: {} }],
      [3000, 'out', { id: 'r', result: {} }],
    ])
    expect(frames[4]).toMatchObject({ latencyMs: 10 })
  })

  it('leaves calls without a latency of which nobody knows which one waited', () => {
    const { frames, roundTrips } = recordAt([
      [0, 'out', call],
      [0, 'out', { ...call, id: 2 }],
      [10, 'in', asks],
      [1010, 'out', { id: 'q', result: {} }],
      [1030, 'in', { id: 1, result: {} }],
      [1040, 'out', { ...call, id: 3 }],
      [1060, 'in', { id: 3, result: {} }],
    ])
    expect(frames[4]).not.toHaveProperty('latencyMs')
    expect(frames[6]).toMatchObject({ latencyMs: 20 })
    expect(roundTrips).toEqual([20])
  })

  it("marks a person's no, and no other error, as one that is not a fault", () => {
    const sampling = { id: 's', method: 'sampling/createMessage' }
    const errorOf = (message: string, code = -1) =>
      recordAt([
        [0, 'in', sampling],
        [10, 'out', { id: 's', error: { code, message } }],
      ]).frames[1]
    expect(errorOf('User rejected sampling request')).toMatchObject({
      kind: 'error',
      refusedByPerson: true,
    })
    expect(errorOf('Too many requests for the user. Try again later.')).not.toHaveProperty(
      'refusedByPerson',
    )
    expect(errorOf('User rejected sampling request', -32_603)).not.toHaveProperty('refusedByPerson')
    const reported = recordAt([
      [0, 'out', call],
      [10, 'in', { id: 1, error: { code: -1, message: 'User rejected it' } }],
    ])
    expect(reported.frames[1]).not.toHaveProperty('refusedByPerson')
    proves('faults.traffic.refusal')
  })
})
