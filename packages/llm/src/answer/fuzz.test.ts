import { NEVER_ABORTED } from '@gatehouse/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isGatehouseError,
  modelFailureSchema,
  type JsonObject,
  type JsonValue,
  type ModelFailure,
  type ModelProviderKind,
} from '@gatehouse/domain'
import type { ModelEvent } from '@gatehouse/host/ports'
import { NO_RETRY } from '../open-response.ts'
import { streamAnswer } from '../stream-answer.ts'
import { objectOf } from '../fields.ts'
import { RECORDED_STREAMS, type RecordedStream } from './testing/recorded-streams.ts'

/** Variations of each API in one run. */
const VARIATIONS = process.env['GATEHOUSE_NIGHTLY'] === undefined ? 200 : 2000
const TIMEOUT_MS = 600_000

const target = { kind: 'openai-compatible', baseUrl: 'http://x/v1', host: 'x', key: 'k' } as const
const request = { url: '', init: {}, body: '{}', warnings: [] }

interface Read {
  text: string
  reasoning: string
  calls: ModelEvent[]
  rest: ModelEvent[]
  failure: ModelFailure | undefined
}

function bodyOf(pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[at++]
      if (piece) controller.enqueue(piece)
      else controller.close()
    },
  })
}

async function read(kind: ModelProviderKind, pieces: Uint8Array[]): Promise<Read> {
  const result: Read = { text: '', reasoning: '', calls: [], rest: [], failure: undefined }
  const context = { target: { ...target, kind }, modelId: 'm', retry: NO_RETRY }
  const signal = NEVER_ABORTED
  try {
    for await (const event of streamAnswer({ request, body: bodyOf(pieces) }, context, signal)) {
      if (event.type === 'text-delta') result.text += event.text
      else if (event.type === 'reasoning-delta') result.reasoning += event.text
      else if (event.type === 'tool-call' || event.type === 'tool-call-invalid')
        result.calls.push(event)
      else if (event.type !== 'tool-input-delta') result.rest.push(event)
    }
  } catch (error) {
    if (!isGatehouseError(error)) throw error
    result.failure = modelFailureSchema.parse(error.data['failure'])
  }
  return result
}

/** The answer that all recorded streams hold. */
const ANSWER = {
  text: 'Reading “ü” 😀 now.',
  reasoning: 'The file first. 漢字',
  calls: [
    { type: 'tool-call', callId: 'call_a', name: 'read', arguments: { path: '/a' } },
    { type: 'tool-call', callId: 'call_b', name: 'list', arguments: { n: 2 } },
  ],
  finish: { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 9, outputTokens: 7 } },
}

function bytesOf(stream: RecordedStream, events: string[], eol = '\n'): Uint8Array {
  const end = stream.done ? ['data: [DONE]', ''] : []
  const lines = events.flatMap((event) => [event, ...(stream.isNdjson ? [] : [''])])
  return new TextEncoder().encode([...lines, ...end, ''].join(eol))
}

const written = (stream: RecordedStream, event: JsonObject): string =>
  `${stream.isNdjson ? '' : 'data: '}${JSON.stringify(event)}`

const linesOf = (stream: RecordedStream): string[] =>
  stream.events.map((event) => written(stream, event))

/** Events without a part of an answer. */
const NOISE = [
  ': keep-alive',
  ':',
  'data:',
  'data: null',
  'data: {}',
  'data: []',
  'data: 7',
  'data: "ping"',
  'data: true',
  'data: processing',
  'data: [PING]',
  'retry: 3000',
  'id: 12',
  'event: ping\ndata: {"type":"ping"}',
  'event: progress\ndata: {"type":"progress","percent":3}',
  'data: {"type":"note","text":"thinking","content":5}',
  'data: {"choices":null}',
  'data: {"choices":[]}',
  'data: {"candidates":null,"error":null}',
  'data: {"object":"list","data":[]}',
  '{"status":"loading"}',
  'null',
  '{}',
]

interface Change {
  kind: 'add' | 'replace' | 'remove' | 'noise'
  at: number
  name: number
  value: JsonValue
}

const changeArbitrary: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('add' as const, 'replace' as const, 'remove' as const, 'noise' as const),
  at: fc.nat(10_000),
  name: fc.nat(10_000),
  value: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
})

function objectsIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  const fields = objectOf(value)
  return fields ? [fields, ...Object.values(fields).flatMap(objectsIn)] : []
}

/** Arguments are no fields of the API. */
const isOfApi = (fields: JsonObject): boolean => !('path' in fields) && !('n' in fields)

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]

function changed(stream: RecordedStream, changes: readonly Change[]): string[] {
  const events = structuredClone(stream.events)
  const noise: { at: number; text: string }[] = []
  for (const { kind, at, name, value } of changes) {
    const fields = pick(objectsIn(pick(events, at) ?? {}).filter(isOfApi), name) ?? {}
    const unused = pick(stream.unused, name) ?? ''
    const isUsed = unused === 'id' && 'function' in fields
    if (kind === 'add') fields[`x_${name}`] = value
    else if (kind === 'noise')
      noise.push({ at: at % (events.length + 1), text: pick(NOISE, name) ?? '' })
    else if (isUsed) continue
    else if (kind === 'remove') delete fields[unused]
    else fields[unused] = value
  }
  const lines = events.map((event) => written(stream, event))
  for (const { at, text } of noise.toSorted((a, b) => b.at - a.at)) lines.splice(at, 0, text)
  return lines
}

/** Cuts bytes at any places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % bytes.length))].toSorted((a, b) => a - b)
  return [0, ...sorted].map((start, at) => bytes.subarray(start, sorted[at] ?? bytes.length))
}

const cutsArbitrary = fc.array(fc.nat(100_000), { maxLength: 12 })

describe.each(Object.entries(RECORDED_STREAMS))('%s', (_api, { kind, stream }) => {
  it('reads the recorded stream', async () => {
    const { rest, failure, ...found } = await read(kind, [bytesOf(stream, linesOf(stream))])
    expect(failure).toBeUndefined()
    const { finish, ...answer } = ANSWER
    expect(found).toEqual(answer)
    expect(rest.at(-1)).toEqual(finish)
  })

  it(
    'reads the same answer whatever is added that holds no part of it, and wherever bytes are cut',
    async () => {
      const plain = await read(kind, [bytesOf(stream, linesOf(stream))])
      const variation = fc.record({
        changes: fc.array(changeArbitrary, { maxLength: 12 }),
        cuts: cutsArbitrary,
        eol: fc.constantFrom('\n', '\r\n', '\r'),
        mark: fc.constantFrom('', '\uFEFF'),
      })
      await fc.assert(
        fc.asyncProperty(variation, async ({ changes, cuts, eol, mark }) => {
          const lines = changed(stream, changes).map((line) => line.replaceAll('\n', eol))
          const body = bytesOf(stream, lines, eol)
          const bytes = new Uint8Array([...new TextEncoder().encode(mark), ...body])
          expect(await read(kind, cut(bytes, cuts))).toEqual(plain)
        }),
        { numRuns: VARIATIONS },
      )
    },
    TIMEOUT_MS,
  )

  const expectFailure = (found: Read, codes: readonly string[]): void => {
    expect(codes).toContain(found.failure?.code)
    expect(found.calls).toEqual([])
    expect(ANSWER.text.startsWith(found.text)).toBe(true)
  }

  it(
    'ends an answer that is cut anywhere before its end as broken off, with the text so far and no call',
    async () => {
      const { done: _done, ...unmarked } = stream
      const before = bytesOf(unmarked, linesOf(stream).slice(0, stream.end))
      await fc.assert(
        fc.asyncProperty(fc.nat(before.length), cutsArbitrary, async (length, cuts) => {
          const bytes = before.subarray(0, length)
          expectFailure(await read(kind, length === 0 ? [] : cut(bytes, cuts)), ['truncated'])
        }),
        { numRuns: VARIATIONS },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'ends an answer with an event that is cut in the middle of the stream as unreadable',
    async () => {
      const place = fc.record({ event: fc.nat(stream.end - 1), length: fc.nat(10_000) })
      await fc.assert(
        fc.asyncProperty(place, cutsArbitrary, async ({ event, length }, cuts) => {
          const lines = linesOf(stream)
          const line = lines[event] ?? ''
          const start = stream.isNdjson ? 1 : 'data: {'.length
          lines[event] = line.slice(0, start + (length % (line.length - start)))
          const found = await read(kind, cut(bytesOf(stream, lines), cuts))
          expectFailure(found, ['invalid-response', 'truncated'])
        }),
        { numRuns: VARIATIONS },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'ends an answer with a used field of another type as a named failure',
    async () => {
      const wrong = fc.constantFrom<JsonValue>(7, true, 'x7', [7], { x: 7 })
      await fc.assert(
        fc.asyncProperty(fc.nat(1000), wrong, cutsArbitrary, async (at, value, cuts) => {
          const events = structuredClone(stream.events)
          const { event, path } = pick(stream.used, at) ?? { event: 0, path: [] }
          const known = setPath(events[event] ?? {}, path, value)
          fc.pre(typeof known !== typeof value || Array.isArray(value) !== Array.isArray(known))
          // Arguments as text are read as the model's own, and told to it where they are unusable.
          fc.pre(typeof value !== 'string' || !String(path.at(-1)).startsWith('arg'))
          const lines = events.map((one) => written(stream, one))
          const found = await read(kind, cut(bytesOf(stream, lines), cuts))
          expectFailure(found, ['invalid-response', 'truncated'])
        }),
        { numRuns: VARIATIONS },
      )
    },
    TIMEOUT_MS,
  )
})

/** Sets the field of a path; returns what was there. */
function setPath(
  event: JsonObject,
  path: readonly (string | number)[],
  value: JsonValue,
): JsonValue | undefined {
  let at: JsonValue = event
  for (const name of path.slice(0, -1))
    at = (at as Record<string | number, JsonValue>)[name] ?? null
  const fields = at as Record<string | number, JsonValue>
  const last = path.at(-1) ?? ''
  const known = fields[last]
  fields[last] = value
  return known
}
