import type { StreamEvent, FakeFault, FakePackets, FakeStep, FakeModelApi } from './fake-step.ts'
import { errorBody } from './error-response.ts'
import { UNKNOWN_EVENT, modelApis } from './model-apis.ts'

/** The body to write, cut into packets, and how it ends. */
export interface StreamPlan {
  packets: Buffer[]
  /** `destroy` = cut the socket, `stall` = leave it open and silent, `keep-alive` = `beat` for ever. */
  ending: 'end' | 'destroy' | 'stall' | 'keep-alive'
  beat: string
}

/** Index of the event before which half of the events of `tag` have been sent. */
function middleOf(events: StreamEvent[], tag: StreamEvent['tag']): number {
  const places = events.flatMap((event, index) => (event.tag === tag ? [index] : []))
  const place = places[Math.floor(places.length / 2)]
  return (
    place ??
    Math.max(
      1,
      events.findIndex((event) => event.tag === 'finish'),
    )
  )
}

function errorEvent(api: FakeModelApi, overloaded: boolean): string {
  const body = errorBody(api, {
    status: overloaded ? 503 : 500,
    message: overloaded ? 'Overloaded' : 'The server had an error while processing the request.',
    chat: { type: 'server_error', code: overloaded ? 'overloaded' : null },
    messages: overloaded ? 'overloaded_error' : 'api_error',
    gemini: overloaded ? 'UNAVAILABLE' : 'INTERNAL',
  })
  switch (api) {
    case 'messages':
      return `event: error\ndata: ${JSON.stringify(body)}\n\n`
    case 'responses': {
      const { error } = body
      const response = { id: 'resp_failed', status: 'failed', error, incomplete_details: null }
      const event = { type: 'response.failed', sequence_number: 99, response }
      return `event: response.failed\ndata: ${JSON.stringify(event)}\n\n`
    }
    default:
      return `data: ${JSON.stringify(body)}\n\n`
  }
}

function toBuffers(events: StreamEvent[]): Buffer[] {
  return events.map((event) => Buffer.from(event.data, 'utf8'))
}

/** Length of the event's bytes up to the middle of one multi-byte character. */
function characterCut(bytes: Buffer): number {
  const lead = bytes.findIndex((byte) => byte >= 0xc0)
  return lead === -1 ? Math.floor(bytes.length / 2) : lead + 1
}

function insertAt(events: StreamEvent[], index: number, data: string): StreamEvent[] {
  return [...events.slice(0, index), { tag: 'other', data }, ...events.slice(index)]
}

interface Shape {
  bodies: Buffer[]
  ending: StreamPlan['ending']
}

function cutShape(events: StreamEvent[], at: string, ending: StreamPlan['ending']): Shape {
  if (at === 'after-headers' || at === 'before-headers') return { bodies: [], ending }
  if (at === 'after-finish') {
    const finish = events.findIndex((event) => event.tag === 'finish')
    return { bodies: toBuffers(events.slice(0, finish + 1)), ending }
  }
  const tag = at === 'mid-arguments' ? 'arguments' : 'text'
  const middle = middleOf(events, tag)
  const bodies = toBuffers(events.slice(0, middle))
  const next = events[middle]
  if (next && at === 'mid-line') {
    const bytes = Buffer.from(next.data, 'utf8')
    bodies.push(bytes.subarray(0, Math.floor(bytes.length / 2)))
  }
  if (next && at === 'mid-character') {
    const bytes = Buffer.from(next.data, 'utf8')
    bodies.push(bytes.subarray(0, characterCut(bytes)))
  }
  return { bodies, ending }
}

function shape(events: StreamEvent[], api: FakeModelApi, fault: FakeFault | undefined): Shape {
  const whole = (list: StreamEvent[]): Shape => ({ bodies: toBuffers(list), ending: 'end' })
  switch (fault?.kind) {
    case 'close':
      return cutShape(events, fault.at, 'destroy')
    case 'stall':
      return cutShape(events, fault.at, 'stall')
    case 'keep-alive':
      return cutShape(events, fault.at, 'keep-alive')
    case 'in-band-error': {
      const cut = fault.at === 'start' ? 1 : middleOf(events, 'text')
      const data = errorEvent(api, fault.overloaded ?? false)
      return whole([...events.slice(0, cut), { tag: 'other', data }])
    }
    case 'no-finish':
      return whole(
        events.slice(
          0,
          events.findIndex((event) => event.tag === 'finish'),
        ),
      )
    case 'no-end':
      return whole(events.filter((event) => event.tag !== 'end'))
    case 'duplicate-finish':
      return whole(events.flatMap((event) => (event.tag === 'finish' ? [event, event] : [event])))
    case 'malformed-event':
      return whole(insertAt(events, middleOf(events, 'text'), modelApis[api].malformed))
    case 'unknown-event':
      return whole(insertAt(events, middleOf(events, 'text'), UNKNOWN_EVENT))
    default:
      return whole(events)
  }
}

function pack(bodies: Buffer[], packets: FakePackets): Buffer[] {
  switch (packets) {
    case 'events':
      return bodies
    case 'pairs':
      return bodies.flatMap((body, index) =>
        index % 2 === 0 ? [Buffer.concat([body, bodies[index + 1] ?? Buffer.alloc(0)])] : [],
      )
    case 'thirds':
      return bodies.flatMap((body) => {
        const third = Math.max(1, Math.floor(body.length / 3))
        return [body.subarray(0, third), body.subarray(third, 2 * third), body.subarray(2 * third)]
      })
    case 'bytes': {
      const all = Buffer.concat(bodies)
      return Array.from({ length: all.length }, (_, index) => all.subarray(index, index + 1))
    }
  }
}

/** The bytes to write for an answer with status 200. */
export function planStream(
  events: StreamEvent[],
  api: FakeModelApi,
  step: Pick<FakeStep, 'fault' | 'packets'>,
): StreamPlan {
  const { bodies, ending } = shape(events, api, step.fault)
  return { packets: pack(bodies, step.packets ?? 'events'), ending, beat: modelApis[api].beat }
}
