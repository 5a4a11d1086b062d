import type { JsonObject, ModelFailure } from '@gatehouse/domain'
import { modelApis } from '../model-apis.ts'
import type { StreamEvent } from '../fake-step.ts'
import {
  CHAT_APIS,
  pick,
  withChoices,
  withFragments,
  withJson,
  type FailingQuirk,
  type Random,
} from './quirk.ts'

type Code = ModelFailure['code']

const other = (data: string): StreamEvent => ({ tag: 'other', data })
const finishAt = (events: StreamEvent[]): number => events.findIndex(({ tag }) => tag === 'finish')
const textOf = (events: StreamEvent[]): string => events.map(({ data }) => data).join('')

/** Errors as providers and gateways send them in a stream of status 200, and with a status of their own. */
const ERRORS: readonly [[JsonObject | JsonObject[], Code], ...[JsonObject | JsonObject[], Code][]] =
  [
    [{ error: { message: 'Overloaded', type: 'overloaded_error' } }, 'overloaded'],
    [{ error: { message: 'Upstream is busy.', code: 503 } }, 'overloaded'],
    [{ error: { message: 'Slow down.', code: 429 } }, 'rate-limited'],
    [{ error: { message: 'Insufficient credits.', code: 402 } }, 'quota-exhausted'],
    [
      [
        {
          error: {
            code: 429,
            message: 'Resource has been exhausted.',
            status: 'RESOURCE_EXHAUSTED',
          },
        },
      ],
      'rate-limited',
    ],
    [
      {
        error: {
          message: 'Your account balance is not enough: insufficient balance',
          type: 'billing',
        },
      },
      'quota-exhausted',
    ],
    [{ error: { message: '您的账户已欠费', code: 'Arrearage' } }, 'quota-exhausted'],
    [
      {
        error: {
          message:
            '{"error":{"message":"Input data may contain inappropriate content.","code":"data_inspection_failed"}}',
        },
      },
      'filtered',
    ],
    [{ error: { message: '输入内容包含敏感信息', code: '1301' } }, 'filtered'],
    [
      { error: { message: 'No endpoints found matching your data policy.', code: 404 } },
      'data-policy',
    ],
    [
      {
        error: {
          message: 'Country, region, or territory not supported',
          code: 'unsupported_country_region_territory',
        },
      },
      'region-unsupported',
    ],
    [
      {
        error: {
          message: 'maximum context length is 4096 tokens',
          code: 'context_length_exceeded',
        },
      },
      'context-too-long',
    ],
    [{ error: { message: 'An internal error occurred.' } }, 'server-error'],
    [
      {
        error: {
          message: 'Provider returned error',
          code: 502,
          metadata: { raw: '{"detail":"cuda out of memory"}' },
        },
      },
      'server-error',
    ],
    [{ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, 'quota-exhausted'],
  ]

/** Refusals before an answer, none of which names a change of the request. */
const REFUSALS: readonly [[number, string, Code], ...[number, string, Code][]] = [
  [401, '{"error":{"message":"Incorrect API key provided."}}', 'key-refused'],
  [402, '{"error":{"message":"Insufficient Balance"}}', 'quota-exhausted'],
  [
    403,
    '{"error":{"message":"Your input was flagged by moderation.","code":403,"metadata":{"reasons":["violence"]}}}',
    'filtered',
  ],
  [
    403,
    '{"error":{"message":"This model is not available in your region."}}',
    'region-unsupported',
  ],
  [
    404,
    '{"error":{"message":"No endpoints found matching your data policy (Free model training).","code":404}}',
    'data-policy',
  ],
  [404, '{"error":{"message":"The model does not exist."}}', 'model-not-found'],
  [404, '', 'bad-request'],
  [
    429,
    '{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota"}}',
    'quota-exhausted',
  ],
  [
    400,
    '[{"error":{"code":400,"message":"User location is not supported for the API use: your country is unsupported.","status":"FAILED_PRECONDITION"}}]',
    'region-unsupported',
  ],
  [
    400,
    '{"error":{"message":"The response was filtered by the content management policy.","code":"content_filter"}}',
    'filtered',
  ],
  [502, '<!doctype html><html><head><title>502 Bad Gateway</title></head></html>', 'server-error'],
  [500, '{"detail":[{"msg":"broken pipe"}]}', 'server-error'],
]

/** Changes the reason of the end, wherever the API has it. */
function withReason(event: StreamEvent, reason: string): StreamEvent {
  if (event.tag !== 'finish') return event
  return withJson(event, (json) => {
    const { choices, candidates, delta, response } = json
    if (Array.isArray(choices))
      return { ...json, choices: [{ index: 0, delta: {}, finish_reason: reason }] }
    if (Array.isArray(candidates)) return { ...json, candidates: [{ finishReason: reason }] }
    if (delta) return { ...json, delta: { stop_reason: reason } }
    return {
      type: 'response.incomplete',
      response: {
        ...(response as JsonObject),
        status: 'incomplete',
        incomplete_details: { reason },
      },
    }
  })
}

/** The text of an event with a value of another type, on each API. */
function damaged(event: StreamEvent): StreamEvent {
  return withJson(event, (json) => {
    const { choices, candidates, delta } = json
    if (Array.isArray(choices)) return { ...json, choices: [{ index: 0, delta: { content: 7 } }] }
    if (Array.isArray(candidates))
      return { ...json, candidates: [{ content: { parts: [{ text: 7 }] } }] }
    return typeof delta === 'string'
      ? { ...json, delta: 7 }
      : { ...json, delta: { type: 'text_delta', text: 7 } }
  })
}

const textAt = (events: StreamEvent[]): number => events.findIndex(({ tag }) => tag === 'text')

function cutBefore(events: StreamEvent[], random: Random): StreamEvent[] {
  return events.slice(0, random(finishAt(events) + 1))
}

/** Quirks with which an answer is none. */
export const FAILING_QUIRKS: readonly [FailingQuirk, ...FailingQuirk[]] = [
  {
    name: 'filtered',
    codes: ['filtered'],
    step: (step) => ({ ...step, finish: 'content-filter' }),
  },
  {
    name: 'empty',
    codes: ['empty-answer'],
    step: ({ text: _text, toolCalls: _calls, ...step }) => step,
  },
  {
    name: 'broken off between events',
    codes: ['truncated'],
    body: ({ events }, random) => ({
      pieces: cutBefore(events, random).map(({ data }) => data),
      ending: pick(['end', 'destroy'], random),
    }),
  },
  {
    name: 'broken off in a line',
    codes: ['truncated'],
    body: ({ events }, random) => {
      const before = Buffer.from(textOf(events.slice(0, finishAt(events))))
      return {
        pieces: [before.subarray(0, 1 + random(before.length - 1))],
        ending: pick(['end', 'destroy'], random),
      }
    },
  },
  {
    name: 'a reason of the end that no API documents',
    codes: ['truncated'],
    events: (events, random) =>
      events.map((event) =>
        withReason(event, pick(['network_error', 'OTHER', 'abort', 'weird'], random)),
      ),
  },
  ...ERRORS.map(([error, code]): FailingQuirk => ({
    name: `the error ${JSON.stringify(error)} in the stream`,
    codes: [code],
    events: (events, random) => [
      ...cutBefore(events, random),
      other(`data: ${JSON.stringify(error)}\n\n`),
    ],
  })),
  ...REFUSALS.map(([status, body, code]): FailingQuirk => ({
    name: `${status} ${body}`,
    codes: [code],
    step: (step) => ({ ...step, fault: { kind: 'status', status, body } }),
  })),
  {
    name: 'a used field of another type',
    codes: ['invalid-response'],
    fits: ({ text }) => text !== undefined,
    events: (events) => events.map((event, at) => (at === textAt(events) ? damaged(event) : event)),
  },
  {
    name: 'fragments of calls without an index or id',
    apis: CHAT_APIS,
    codes: ['invalid-response'],
    fits: ({ toolCalls }) => (toolCalls ?? []).length > 1,
    events: (events) =>
      events.map((event) =>
        event.tag === 'arguments'
          ? withFragments(event, ({ index: _index, id: _id, ...call }) => call)
          : event,
      ),
  },
  {
    name: 'a fragment of a call that never began',
    apis: CHAT_APIS,
    codes: ['invalid-response'],
    events: (events) =>
      events.toSpliced(
        1,
        0,
        other(
          `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 9, function: { arguments: '{"n":1}' } }] } }] })}\n\n`,
        ),
      ),
  },
  {
    name: 'the reason of calls without a call',
    apis: CHAT_APIS,
    codes: ['invalid-response'],
    step: ({ toolCalls: _calls, ...step }) => step,
    events: (events) =>
      events.map((event) =>
        event.tag === 'finish'
          ? withChoices(event, (choice) => ({ ...choice, finish_reason: 'tool_calls' }))
          : event,
      ),
  },
  {
    name: 'a call in the text',
    apis: CHAT_APIS,
    codes: ['call-in-text'],
    step: ({ toolCalls: _calls, ...step }) => ({
      ...step,
      text: '<tool_call>{"name":"s__echo","arguments":{"n":-1}}</tool_call>',
    }),
  },
  ...(['chat', 'azure', 'messages', 'responses', 'gemini'] as const).map((api): FailingQuirk => ({
    name: 'an event that is not JSON',
    apis: [api],
    codes: ['invalid-response'],
    events: (events) =>
      events.toSpliced(Math.max(1, finishAt(events) - 1), 0, other(modelApis[api].malformed)),
  })),
]
