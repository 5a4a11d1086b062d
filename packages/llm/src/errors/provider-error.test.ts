import { describe, expect, it } from 'vitest'
import { googleRetryDelay } from './google-quota.ts'
import { failureOfErrorResponse } from './provider-error.ts'
import { retryAfterSeconds } from './retry-after.ts'
import { targetOf } from '../target.ts'

const target = targetOf({
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:11434/v1',
  key: undefined,
})
const read = (status: number | undefined, body: unknown) =>
  failureOfErrorResponse(
    { status, body: typeof body === 'string' ? body : JSON.stringify(body) },
    target,
    'qwen3',
  )

describe('refusals in the words of real servers', () => {
  it.each([
    [
      400,
      { error: { message: 'registry/library/gemma does not support tools' } },
      'tools-unsupported',
    ],
    [
      400,
      {
        message:
          '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      },
      'tools-unsupported',
    ],
    [
      500,
      { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } },
      'tools-unsupported',
    ],
    [
      404,
      { error: { message: 'No endpoints found that support tool use. Model unavailable' } },
      'tools-unsupported',
    ],
    [
      404,
      { error: { message: 'model "qwen3" not found, try pulling it first', type: 'api_error' } },
      'model-not-found',
    ],
    [
      400,
      { error: { message: 'the request exceeds the available context size, try increasing it' } },
      'context-too-long',
    ],
    [
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
        },
      },
      'context-too-long',
    ],
    [
      413,
      {
        type: 'error',
        error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
      },
      'context-too-long',
    ],
    [
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the API.',
        },
      },
      'quota-exhausted',
    ],
    [402, { error: { message: 'Insufficient credits' } }, 'quota-exhausted'],
    [
      429,
      { error: { message: 'x', type: 'insufficient_quota', code: 'insufficient_quota' } },
      'quota-exhausted',
    ],
    [
      503,
      { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      'overloaded',
    ],
    [
      403,
      { type: 'error', error: { type: 'permission_error', message: 'no access' } },
      'key-refused',
    ],
    [404, '404 page not found', 'bad-request'],
    [502, '<html><title>502 Bad Gateway</title></html>', 'server-error'],
    [undefined, { error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded'],
    [400, '', 'bad-request'],
  ] as const)('%s %j', (status, body, code) => {
    expect(read(status, body)).toMatchObject({ code })
  })

  it('name the model and the host, and keep the server’s words beside', () => {
    const failure = read(404, { error: { message: 'model "qwen3" not found' } })
    expect(failure.message).toMatch(/127\.0\.0\.1:11434.*qwen3/)
    expect(failure.detail).toBe('model "qwen3" not found')
  })
})

const said = (message: string) => ({ error: { message } })

describe('the exact reason of a refusal', () => {
  it.each([
    [404, '', 'no-such-address'],
    [403, said('no access'), 'key-not-permitted'],
    [403, '<html><title>Forbidden</title></html>', 'web-page'],
    [402, said('x'), 'no-credit'],
    [undefined, said('insufficient balance'), 'no-credit'],
    [429, said('You exceeded your current quota.'), undefined],
    [401, said('x'), undefined],
    [404, said('no model x'), undefined],
  ])('%s %j: %s', (status, body, reason) => {
    expect(read(status, body).reason).toBe(reason)
  })
})

describe('the words of an error', () => {
  const inner = '{"error":{"message":"No capacity left.","type":"x"}}'
  it.each([
    ['in a list', [said('No capacity left.')], 'No capacity left.'],
    [
      'in the errors of another shell',
      { errors: [{ detail: 'No capacity left.' }] },
      'No capacity left.',
    ],
    ['as JSON in a message', said(inner), 'No capacity left.'],
    [
      'behind the words of a library',
      said(`litellm.APIError: VendorException - ${inner}`),
      'litellm.APIError: VendorException: No capacity left.',
    ],
    [
      'in the objects of a program',
      said("Error code: 500 - {'error': {'message': 'No capacity left.', 'code': None}}"),
      'Error code: 500: No capacity left.',
    ],
    ['in a form of its own', { fault: { why: ['No capacity left.'], n: 1 } }, 'No capacity left.'],
    ['in none', { a: 1, b: { c: [true] } }, undefined],
    ['in JSON that is cut off', '{"fault":{"why":"No capa', undefined],
    ['with a name in brackets', said('Unknown name {x} in [y].'), 'Unknown name {x} in [y].'],
  ])('%s are read without JSON', (_form, body, words) => {
    expect(read(500, body).detail).toBe(words)
  })

  it('JSON without words still names the kind of error', () => {
    expect(read(undefined, { error: { type: 'insufficient_quota' } }).code).toBe('quota-exhausted')
    expect(read(undefined, '{"kind":"content_filter","x').code).toBe('filtered')
  })
})

describe('retry-after', () => {
  const at = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')
  it.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '3600' }, 3600],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 0.25],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j is %s seconds', (headers, seconds) => {
    expect(retryAfterSeconds(new Headers(headers as Record<string, string>), at)).toBe(seconds)
  })
})

describe('Google’s refusals', () => {
  const google = { ...target, kind: 'google' as const }
  const of = (status: number, error: object) =>
    failureOfErrorResponse({ status, body: JSON.stringify({ error }) }, google, 'gemini')

  it('distinguishes a key that it refuses with 400 from a bad request', () => {
    const message = 'API key not valid. Please pass a valid API key.'
    expect(of(400, { code: 400, message, status: 'INVALID_ARGUMENT' }).code).toBe('key-refused')
  })

  it('distinguishes the requests of a minute, which come back, from a quota that is used up', () => {
    const message = 'You exceeded your current quota, please check your plan and billing details.'
    const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '32.5s' }
    const quota = (quotaId: string) => ({
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [{ quotaId }],
    })
    const error = { code: 429, message, status: 'RESOURCE_EXHAUSTED' }
    const minute = { ...error, details: [quota('RequestsPerMinute'), retry] }
    expect(of(429, minute).code).toBe('rate-limited')
    expect(googleRetryDelay(JSON.stringify({ error: minute }))).toBe(32.5)
    expect(of(429, { ...error, details: [quota('RequestsPerDay'), retry] }).code).toBe(
      'quota-exhausted',
    )
    expect(of(429, error).code).toBe('quota-exhausted')
    expect(googleRetryDelay('{"error":{"details":[{"retryDelay":"1e9s"}]}}')).toBeUndefined()
  })

  it('names a conversation that is too long, and tools that a model has not', () => {
    const long =
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'
    expect(of(400, { message: long }).code).toBe('context-too-long')
    const tools = 'Function calling is not enabled for models/gemma-3-27b-it'
    expect(of(400, { message: tools }).code).toBe('tools-unsupported')
  })
})
