import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { FakeToolCall, StreamEvent } from '../fake-step.ts'
import {
  CHAT_APIS,
  pick,
  withChoices,
  withDelta,
  withFragments,
  withJson,
  type Quirk,
  type Random,
} from './quirk.ts'

const ODD_VALUES: readonly [JsonValue, ...JsonValue[]] = [
  null,
  0,
  -7.5,
  true,
  '',
  'x',
  [],
  [[1]],
  {},
  { a: { b: [null] } },
  1e300,
  '\u0000\uFFFD',
]
/** Fields of events that hold no part of an answer on any API. */
const UNUSED_FIELDS: readonly [string, ...string[]] = [
  'created',
  'model',
  'system_fingerprint',
  'service_tier',
  'sequence_number',
  'modelVersion',
  'responseId',
  'provider',
  'timings',
  'x_unknown',
]
/** Events that hold no part of an answer. */
const NOISE: readonly [string, ...string[]] = [
  ': keep-alive\n\n',
  ':\n\n',
  'data:\n\n',
  'data: null\n\n',
  'data: {}\n\n',
  'data: []\n\n',
  'data: 7\n\n',
  'data: "ping"\n\n',
  'data: processing\n\n',
  'retry: 3000\n\n',
  'id: 12\n\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  'data: {"choices":[]}\n\n',
  'data: {"choices":null}\n\n',
  'data: {"candidates":null,"error":null}\n\n',
  'event: queue\ndata: {"type":"queue","position":3}\n\n',
]

function addNoise(events: StreamEvent[], random: Random): StreamEvent[] {
  return events.flatMap((event) =>
    random(3) === 0 ? [{ tag: 'other' as const, data: pick(NOISE, random) }, event] : [event],
  )
}

/** Call ids as engines make them, of any alphabet and length; each is unique by its number. */
const ODD_IDS: readonly [(n: number) => string, ...((n: number) => string)[]] = [
  (n) => `functions.echo:${n}`,
  (n) => `chatcmpl-tool-${String(n).padStart(80, '0')}`,
  (n) => `call ${n} / ü 漢字 "quoted" \\ {}`,
  (n) => `${n}-${'x'.repeat(300)}`,
  (n) => `${'A1b2/+='.repeat(2300)}${n}`,
  (n) => String(n),
]

const withCalls = (calls: readonly FakeToolCall[] | undefined): boolean => (calls ?? []).length > 0

/** One number for every call of a run, however many answers it has. */
const idNumber = (random: Random): number => random(1_000_000_000)

const cutAnywhere = (text: string, random: Random): Buffer[] => {
  const bytes = Buffer.from(text)
  const places = Array.from({ length: 1 + random(8) }, () => random(bytes.length)).toSorted(
    (a, b) => a - b,
  )
  return [0, ...places].map((start, at) => bytes.subarray(start, places[at] ?? bytes.length))
}

const textOf = (events: StreamEvent[]): string => events.map(({ data }) => data).join('')

/** The answer in the lines of Ollama's own API. */
function ollamaLines({
  text,
  reasoning,
  toolCalls = [],
}: {
  text?: string
  reasoning?: string
  toolCalls?: FakeToolCall[]
}) {
  const tool_calls = toolCalls.map(({ id, name, arguments: input }) => ({
    ...(id === undefined ? {} : { id }),
    function: { name, arguments: input },
  }))
  const lines: JsonObject[] = [
    ...(reasoning === undefined
      ? []
      : [{ message: { role: 'assistant', thinking: reasoning }, done: false }]),
    {
      message: {
        role: 'assistant',
        content: text ?? '',
        ...(tool_calls.length > 0 ? { tool_calls } : {}),
      },
      done: false,
    },
    { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', eval_count: 3 },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`)
}

/** Quirks with which an answer is as good as without. */
export const HARMLESS_QUIRKS: readonly [Quirk, ...Quirk[]] = [
  {
    name: 'unused fields of any type',
    events: (events, random) =>
      events.map((event) =>
        withJson(event, (json) => ({
          ...json,
          [pick(UNUSED_FIELDS, random)]: pick(ODD_VALUES, random),
        })),
      ),
  },
  { name: 'events without a part of an answer', events: addNoise },
  {
    name: 'the finish twice',
    events: (events) =>
      events.flatMap((event) => (event.tag === 'finish' ? [event, event] : [event])),
  },
  {
    name: 'an input of zero tokens',
    step: (step) => ({ ...step, usage: { inputTokens: 0, outputTokens: 0 } }),
  },
  {
    name: 'reasoning',
    step: (step, random) => ({ ...step, reasoning: `Because ${random(1000)}. 漢字 😀` }),
  },
  {
    name: 'reasoning in tags',
    apis: CHAT_APIS,
    fits: ({ reasoning }) => reasoning === undefined,
    step: (step, random) => {
      const head = pick(
        ['<think>\nSo\n</think>\n\n', '<think></think>', '<think>`x`</think>', '[THINK]a[/THINK]'],
        random,
      )
      return { ...step, text: `${head}${step.text ?? ''}`, chunkSize: 1 + random(9) }
    },
  },
  {
    name: 'ids of any alphabet and length',
    fits: ({ toolCalls }) => withCalls(toolCalls),
    step: (step, random) => ({
      ...step,
      toolCalls: (step.toolCalls ?? []).map((call) => ({
        ...call,
        id: pick(ODD_IDS, random)(idNumber(random)),
      })),
    }),
  },
  {
    name: 'signatures of calls',
    apis: ['chat', 'gemini'],
    fits: ({ toolCalls }) => withCalls(toolCalls),
    step: (step, random) => ({
      ...step,
      toolCalls: (step.toolCalls ?? []).map((call) => ({
        id: `call_${idNumber(random)}`,
        ...call,
        thoughtSignature: Buffer.from(`signature ${random(1000)}`).toString('base64'),
      })),
    }),
  },
  {
    name: 'empty fields beside the text',
    apis: CHAT_APIS,
    events: (events) =>
      events.map((event) =>
        withDelta(event, (delta) => ({
          refusal: null,
          audio: null,
          function_call: null,
          reasoning_content: null,
          ...(event.tag === 'text' ? { tool_calls: [] } : {}),
          ...delta,
        })),
      ),
  },
  {
    name: 'content as a list of parts',
    apis: CHAT_APIS,
    events: (events) =>
      events.map((event) =>
        event.tag === 'text'
          ? withDelta(event, ({ content, ...delta }) => ({
              ...delta,
              content: [{ type: 'text', text: content ?? '' }],
            }))
          : event,
      ),
  },
  {
    name: 'the answer in the second choice',
    apis: CHAT_APIS,
    events: (events) =>
      events.map((event) =>
        withJson(event, (json) =>
          Array.isArray(json['choices']) && json['choices'].length > 0
            ? {
                ...json,
                choices: [
                  { index: 0, delta: {} },
                  { ...(json['choices'][0] as JsonObject), index: 1 },
                ],
              }
            : json,
        ),
      ),
  },
  {
    name: 'pieces in `message`',
    apis: CHAT_APIS,
    events: (events) =>
      events.map((event) =>
        withChoices(event, ({ delta, ...choice }) => ({ ...choice, message: delta ?? {} })),
      ),
  },
  {
    name: 'fragments of one call without an index',
    apis: CHAT_APIS,
    fits: ({ toolCalls }) => toolCalls?.length === 1,
    events: (events) =>
      events.map((event) => withFragments(event, ({ index: _index, ...call }) => call)),
  },
  {
    name: 'fragments that repeat the name and the id',
    apis: CHAT_APIS,
    fits: ({ toolCalls }) => toolCalls?.length === 1,
    events: (events) => {
      let first: JsonObject | undefined
      return events.map((event) =>
        withFragments(event, (call) => {
          first ??= call
          const { function: known, id } = first
          return {
            ...call,
            id: id ?? null,
            type: 'function',
            function: {
              ...(call['function'] as JsonObject),
              name: (known as JsonObject)['name'] ?? null,
            },
          }
        }),
      )
    },
  },
  {
    name: 'lines that end in CR LF',
    events: (events) =>
      events.map(({ tag, data }) => ({ tag, data: data.replaceAll(/\r?\n/g, '\r\n') })),
  },
  {
    name: 'no empty line at the end',
    events: (events) => {
      const at = events.length - 1
      return events.map((event, place) =>
        place === at ? { ...event, data: event.data.trimEnd() } : event,
      )
    },
  },
  {
    name: 'cut at any byte',
    body: ({ events }, random) => ({ pieces: cutAnywhere(textOf(events), random) }),
  },
  {
    name: 'a whole body',
    body: ({ body }, random) => ({
      pieces: cutAnywhere(JSON.stringify(body, null, random(3)), random),
      contentType: pick(['application/json', 'text/event-stream', 'text/plain'], random),
    }),
  },
  {
    name: 'a whole body in one event',
    apis: ['chat', 'azure', 'gemini'],
    body: ({ body }) => ({ pieces: [`data: ${JSON.stringify(body)}\n\n`] }),
  },
  {
    name: 'lines of JSON',
    apis: ['chat', 'azure', 'gemini'],
    body: ({ events }) => ({
      pieces: events.map(({ data }) =>
        data.replaceAll(/^data: |\r/gm, '').replaceAll(/\n+/g, '\n'),
      ),
      contentType: 'application/x-ndjson',
    }),
  },
  {
    name: 'the lines of Ollama',
    apis: CHAT_APIS,
    body: ({ step }) => ({ pieces: ollamaLines(step), contentType: 'application/x-ndjson' }),
  },
  {
    name: 'a connection that is cut after the finish',
    body: ({ events }) => ({
      pieces: events
        .slice(0, events.findLastIndex(({ tag }) => tag === 'finish') + 1)
        .map(({ data }) => data),
      ending: 'destroy',
    }),
  },
]

/** An answer that ends while the connection stays open; the reader waits for a moment, so it is drawn rarely. */
export const OPEN_CONNECTION: Quirk = {
  name: 'a connection that stays open',
  body: ({ events }) => ({
    pieces: [...events.filter(({ tag }) => tag !== 'end').map(({ data }) => data), '\n'],
    ending: 'stall',
  }),
}
