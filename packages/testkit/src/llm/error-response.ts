import type { JsonObject } from '@gatehouse/domain'
import type { FakeModelApi, RefuseFault } from './fake-step.ts'

/** A whole HTTP response that is not a completion. */
export interface FakeErrorResponse {
  status: number
  headers: Record<string, string>
  body: string
}

interface Words {
  status: number
  message: string
  chat: { type: string; code: string | null }
  messages: string
  /** Google's canonical status. */
  gemini: string
}

/** The bodies name the key in full, as careless proxies do: a client must never pass that on. */
function wordsFor(fault: RefuseFault, model: string, key: string): Words {
  switch (fault.reason) {
    case 'key':
      return {
        status: 401,
        message: `Incorrect API key provided: ${key}.`,
        chat: { type: 'invalid_request_error', code: 'invalid_api_key' },
        messages: 'authentication_error',
        gemini: 'INVALID_ARGUMENT',
      }
    case 'rate-limit':
      return {
        status: 429,
        message: `Rate limit reached for ${model} with key ${key}.`,
        chat: { type: 'requests', code: 'rate_limit_exceeded' },
        messages: 'rate_limit_error',
        gemini: 'RESOURCE_EXHAUSTED',
      }
    case 'quota':
      return {
        status: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        chat: { type: 'insufficient_quota', code: 'insufficient_quota' },
        messages: 'rate_limit_error',
        gemini: 'RESOURCE_EXHAUSTED',
      }
    case 'overloaded':
      return {
        status: 529,
        message: 'Overloaded',
        chat: { type: 'server_error', code: 'overloaded' },
        messages: 'overloaded_error',
        gemini: 'UNAVAILABLE',
      }
    case 'context-too-long':
      return {
        status: 400,
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in " +
          '9000 tokens. prompt is too long: 9000 tokens > 8192 maximum',
        chat: { type: 'invalid_request_error', code: 'context_length_exceeded' },
        messages: 'invalid_request_error',
        gemini: 'INVALID_ARGUMENT',
      }
    case 'tools-unsupported':
      return {
        status: 400,
        message: `registry.invalid/library/${model} does not support tools`,
        chat: { type: 'api_error', code: null },
        messages: 'invalid_request_error',
        gemini: 'INVALID_ARGUMENT',
      }
    case 'model-not-found':
      return {
        status: 404,
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
        chat: { type: 'invalid_request_error', code: 'model_not_found' },
        messages: 'not_found_error',
        gemini: 'NOT_FOUND',
      }
    case 'server-error':
    case 'forbidden-html':
      return {
        status: fault.status ?? 500,
        message: `The server had an error while processing the request with key ${key}.`,
        chat: { type: 'server_error', code: null },
        messages: 'api_error',
        gemini: 'INTERNAL',
      }
  }
}

const PROXY_PAGE =
  '<!doctype html><html><head><title>403 Forbidden</title></head><body><h1>Access denied</h1>' +
  '<p>Blocked by the gateway.</p></body></html>'

/** An error body: `{ error }`, on messages with its own type, on gemini in Google's fields. */
export function errorBody(api: FakeModelApi, words: Words): JsonObject {
  switch (api) {
    case 'messages':
      return {
        type: 'error',
        error: { type: words.messages, message: words.message },
        request_id: 'req_fake',
      }
    case 'gemini':
      return { error: { code: words.status, message: words.message, status: words.gemini } }
    default:
      return {
        error: {
          message: words.message,
          type: words.chat.type,
          param: null,
          code: words.chat.code,
        },
      }
  }
}

export function errorResponseFor(
  fault: RefuseFault,
  api: FakeModelApi,
  about: { model: string; key: string },
): FakeErrorResponse {
  const retry = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }
  if (fault.reason === 'forbidden-html') {
    return { status: 403, headers: { 'content-type': 'text/html', ...retry }, body: PROXY_PAGE }
  }
  const words = wordsFor(fault, about.model, about.key)
  return {
    status: words.status,
    headers: { 'content-type': 'application/json', ...retry },
    body: JSON.stringify(errorBody(api, words)),
  }
}

/** 400 in the shape of the API, for a request that a real provider would not take. */
export function badRequest(api: FakeModelApi, message: string): FakeErrorResponse {
  return {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      errorBody(api, {
        status: 400,
        message,
        chat: { type: 'invalid_request_error', code: null },
        messages: 'invalid_request_error',
        gemini: 'INTERNAL',
      }),
    ),
  }
}
