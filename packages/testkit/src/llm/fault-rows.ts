import type { ModelFailure } from '@gatehouse/domain'
import type { FakeFault, FakeStep } from './fake-step.ts'

export const FAULT_TEXT =
  'Grüße aus dem Norden — 你好, this goes on for a while and is not over yet.'

/** One fault of an endpoint and its outcome: the same on every API. */
export interface FaultRow {
  /** The fault, in words. */
  endpoint: string
  /** Its responses, request by request. */
  steps: FakeStep[]
  /** The outcome for the person and the host: `answer` is a whole one. */
  outcome: 'answer' | ModelFailure['code']
  /** The part of the text that is kept. */
  text: 'whole' | 'part' | 'none'
  /** Number of requests that it got. */
  requests: number
  /** Words of the failure's sentence. */
  message?: string
  /** Calls that are given out; default none. */
  calls?: number
  /** Calls that are reported to the model as unusable, and not made. */
  unusable?: number
  /** Waits are cut short for the test: the limits of silence are 10 minutes, then 3. */
  shortTimeout?: true
}

const whole: FakeStep = { text: FAULT_TEXT }
const failing = (fault: FakeFault, more: FakeStep = {}): FakeStep => ({ ...whole, ...more, fault })
const refuse = (reason: Extract<FakeFault, { kind: 'refuse' }>['reason'], more = {}): FakeStep =>
  failing({ kind: 'refuse', reason, ...more })
const call = (args: FakeStep['toolCalls'] = [{ name: 'a', arguments: { path: '/' } }]) => args
const calls = (length: number): NonNullable<FakeStep['toolCalls']> =>
  Array.from({ length }, (_, n) => ({ name: 'a', arguments: { n } }))

const refusals: FaultRow[] = [
  ['refuses the key (401)', 'key', 'key-refused', 'refused the key'],
  ['a proxy responds with its page (403)', 'forbidden-html', 'invalid-response', 'proxy'],
  ['quota or credit used up (429)', 'quota', 'quota-exhausted', 'used up'],
  ['conversation too long (400)', 'context-too-long', 'context-too-long', 'too long'],
  ['tools not supported (400)', 'tools-unsupported', 'tools-unsupported', 'cannot use tools'],
  ['no such model (404)', 'model-not-found', 'model-not-found', 'has no model'],
].map(([endpoint, reason, outcome, message]) => ({
  endpoint,
  steps: [refuse(reason as 'key'), whole],
  outcome: outcome as ModelFailure['code'],
  text: 'none',
  requests: 1,
  message,
})) as FaultRow[]

const retried: FaultRow[] = [
  ...(['0', '1', 'a date'] as const).map((wait): FaultRow => ({
    endpoint: `too many requests (429), retry-after ${wait === 'a date' ? wait : `${wait} s`}, then responds`,
    steps: [
      refuse('rate-limit', {
        retryAfter: wait === 'a date' ? new Date(Date.now() + 500).toUTCString() : wait,
      }),
      whole,
    ],
    outcome: 'answer',
    text: 'whole',
    requests: 2,
  })),
  {
    endpoint: 'too many requests (429), retry-after 3600 s',
    steps: [refuse('rate-limit', { retryAfter: '3600' }), whole],
    outcome: 'rate-limited',
    text: 'none',
    requests: 1,
    message: '60 minutes',
  },
  ...([500, 502, 503] as const).map((status): FaultRow => ({
    endpoint: `an error (${status}) and overloaded (529), then responds`,
    steps: [refuse('server-error', { status }), refuse('overloaded'), whole],
    outcome: 'answer',
    text: 'whole',
    requests: 3,
  })),
  {
    endpoint: 'overloaded (529) for the third time',
    steps: [refuse('overloaded'), refuse('overloaded'), refuse('overloaded'), whole],
    outcome: 'overloaded',
    text: 'none',
    requests: 3,
    message: 'overloaded',
  },
  {
    endpoint: 'closes the socket before the headers, then responds',
    steps: [failing({ kind: 'close', at: 'before-headers' }), whole],
    outcome: 'answer',
    text: 'whole',
    requests: 2,
  },
  {
    endpoint: 'closes the socket before the headers twice',
    steps: [
      failing({ kind: 'close', at: 'before-headers' }),
      failing({ kind: 'close', at: 'before-headers' }),
      whole,
    ],
    outcome: 'unreachable',
    text: 'none',
    requests: 2,
    message: 'closed the connection',
  },
]

const brokenOff: FaultRow[] = [
  {
    endpoint: '200, then an error in the stream before the text',
    steps: [failing({ kind: 'in-band-error', at: 'start' }), whole],
    outcome: 'server-error',
    text: 'none',
    requests: 1,
    message: 'error while processing',
  },
  {
    endpoint: '200, then overloaded in the middle of the text',
    steps: [failing({ kind: 'in-band-error', overloaded: true }), whole],
    outcome: 'overloaded',
    text: 'part',
    requests: 1,
    message: 'overloaded',
  },
  ...(
    [
      ['after the headers', 'after-headers', 'none'],
      ['in the text', 'mid-text', 'part'],
      ['inside a line', 'mid-line', 'part'],
      ['inside a UTF-8 sequence', 'mid-character', 'part'],
    ] as const
  ).map(([where, at, text]): FaultRow => ({
    endpoint: `closes the socket ${where}`,
    steps: [failing({ kind: 'close', at }), whole],
    outcome: 'truncated',
    text,
    requests: 1,
    message: 'before it was complete',
  })),
  {
    endpoint: 'closes the socket inside the arguments of a call',
    steps: [
      {
        text: FAULT_TEXT,
        toolCalls: [...call(), { name: 'b', arguments: { path: 'p'.repeat(200) } }],
        fault: { kind: 'close', at: 'mid-arguments' },
      },
      whole,
    ],
    outcome: 'truncated',
    text: 'whole',
    requests: 1,
    message: 'before it was complete',
  },
  {
    endpoint: 'ends cleanly without a finish, with a call',
    steps: [failing({ kind: 'no-finish' }, { toolCalls: call() }), whole],
    outcome: 'truncated',
    text: 'whole',
    requests: 1,
    message: 'before it was complete',
  },
  {
    endpoint: 'an event that is not JSON',
    steps: [failing({ kind: 'malformed-event' }), whole],
    outcome: 'invalid-response',
    text: 'part',
    requests: 1,
    message: 'not a response of this API',
  },
  ...(
    [
      ['silent before the headers', { kind: 'stall', at: 'before-headers' }, 'none'],
      ['silent after the headers', { kind: 'stall', at: 'after-headers' }, 'none'],
      ['silent in the text', { kind: 'stall', at: 'mid-text' }, 'part'],
      ['keep-alives only', { kind: 'keep-alive', at: 'after-headers' }, 'none'],
      ['keep-alives in the text', { kind: 'keep-alive', at: 'mid-text' }, 'part'],
    ] as const
  ).map(([endpoint, fault, text]): FaultRow => ({
    endpoint: `${endpoint}, for ever`,
    steps: [failing(fault), whole],
    outcome: 'timed-out',
    text,
    requests: 1,
    message: 'sent nothing of its answer',
    shortTimeout: true,
  })),
]

const odd: FaultRow[] = [
  {
    endpoint: 'leaves the connection open after the reason of the end',
    steps: [failing({ kind: 'stall', at: 'after-finish' }, { toolCalls: call() })],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 1,
  },
  {
    endpoint: 'closes the socket after the reason of the end',
    steps: [failing({ kind: 'close', at: 'after-finish' }, { toolCalls: call() })],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 1,
  },
  {
    endpoint: 'filters the answer, or the model refuses, with a call',
    steps: [{ text: FAULT_TEXT, toolCalls: call(), finish: 'content-filter' }, whole],
    outcome: 'filtered',
    text: 'whole',
    requests: 1,
    message: 'filtered the answer',
  },
  {
    endpoint: 'an answer with reasoning only',
    steps: [{ reasoning: 'I think.' }, whole],
    outcome: 'empty-answer',
    text: 'none',
    requests: 1,
    message: 'without text and without a tool call',
  },
  {
    endpoint: 'the finish twice',
    steps: [failing({ kind: 'duplicate-finish' })],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
  },
  {
    endpoint: 'an event of an unknown type',
    steps: [failing({ kind: 'unknown-event' })],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
  },
  {
    endpoint: 'arguments that are not JSON, and a tool that does not exist',
    steps: [
      {
        text: FAULT_TEXT,
        toolCalls: [
          { name: 'a', arguments: '{"path": "/a' },
          { name: 'no-such-tool', arguments: {} },
        ],
      },
    ],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 1,
    unusable: 1,
  },
  {
    endpoint: 'the output limit before the arguments of a call (`incomplete` on Responses)',
    steps: [
      {
        text: FAULT_TEXT,
        toolCalls: [...call(), { name: 'b', arguments: '', incomplete: true }],
        finish: 'length',
      },
    ],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 1,
    unusable: 1,
  },
  ...(
    [
      ['two events in one packet', 'pairs'],
      ['one event over three packets', 'thirds'],
      ['byte by byte', 'bytes'],
    ] as const
  ).map(([endpoint, packets]): FaultRow => ({
    endpoint,
    steps: [{ text: FAULT_TEXT, toolCalls: call(), packets }],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 1,
  })),
  {
    endpoint: 'two million characters',
    steps: [{ text: 'x'.repeat(2_000_000), chunkSize: 8000 }],
    outcome: 'too-much',
    text: 'part',
    requests: 1,
    message: '1,000,000 characters',
  },
  {
    endpoint: 'a call with 1,000,000 characters of arguments',
    steps: [
      {
        text: FAULT_TEXT,
        toolCalls: [{ name: 'a', arguments: { path: 'p'.repeat(999_900) } }],
        chunkSize: 8000,
      },
    ],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 1,
  },
  {
    endpoint: '200 calls at once',
    steps: [{ text: FAULT_TEXT, toolCalls: calls(200) }],
    outcome: 'answer',
    text: 'whole',
    requests: 1,
    calls: 64,
  },
]

/** Every fault but the redirect, which needs another origin, and Stop, which is not a fault. */
export const FAULT_ROWS: readonly FaultRow[] = [...refusals, ...retried, ...brokenOff, ...odd]

const KEPT = { whole: 'all of it', part: 'what came', none: 'none' } as const

function comesOfIt({ outcome, message, calls: made = 0, unusable = 0 }: FaultRow): string {
  const given = made === 0 ? '' : `; ${made} ${made === 1 ? 'call' : 'calls'} given out`
  const unusableNote = unusable === 0 ? '' : `, ${unusable} told to the model as unusable`
  if (outcome === 'answer') return `an answer${given}${unusableNote}`
  return `\`${outcome}\`${message === undefined ? '' : `: “… ${message} …”`}`
}

/** The rows as the table of `docs/models.md`. */
export function faultTable(): string {
  const lines = FAULT_ROWS.map(
    (row) => `| ${row.endpoint} | ${comesOfIt(row)} | ${KEPT[row.text]} | ${row.requests} |`,
  )
  return [
    '| The endpoint | Effect | Text kept | Requests |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}
