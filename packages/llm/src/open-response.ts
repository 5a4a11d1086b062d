import { delay, NEVER_ABORTED, raceAbort } from '@gatehouse/base'
import { withBedrockKey } from './bedrock/sign-request.ts'
import { googleRetryDelay } from './errors/google-quota.ts'
import { modelFailed } from './errors/model-error.ts'
import { connectFailure, isReset, wasNeverConnected } from './errors/network-failure.ts'
import { parseUrl } from './parse-url.ts'
import { sanitizeProviderMessage } from './provider-message.ts'
import { failureOfErrorResponse, type ErrorResponse } from './errors/provider-error.ts'
import { retryAfterSeconds } from './errors/retry-after.ts'
import type { Target } from './target.ts'

/** The key of the agent behind `fetch` in every version of Node, once it was used. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** The agent without limits for each agent of the runtime. */
const agents = new WeakMap<object, Dispatcher>()

/** Waits before the second and third attempt when the server names none. */
export interface RetryPolicy {
  /** Milliseconds; its length is the number of retries. */
  backoffMs: readonly number[]
  /** A longer wait that a server asks for is reported instead of slept. Seconds. */
  longestWaitSeconds: number
  /** A request that is reset within this time is sent again: its connection had been kept too long. */
  staleSocketMs: number
}

export const DEFAULT_RETRY: RetryPolicy = {
  backoffMs: [500, 2000],
  longestWaitSeconds: 20,
  staleSocketMs: 1000,
}
export const NO_RETRY: RetryPolicy = { backoffMs: [], longestWaitSeconds: 0, staleSocketMs: 1000 }

/** The part of `fetch` that is used. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

export interface OpenContext {
  /** Default: the runtime's `fetch` without its limits of time. */
  send?: Send | undefined
  target: Target
  modelId: string | undefined
  retry: RetryPolicy
  /** Returns true for a refusal that a change of the request answers, so that the same request is not sent again. */
  asksForChange?: ((refusal: ErrorResponse) => boolean) | undefined
  /** Called with whether any of the requests may have left this machine. */
  traffic?: SendState
}

/** Records in `mayHaveLeft` that a request of one step may have left this machine. */
export interface SendState {
  mayHaveLeft: boolean
}

const RETRYABLE = new Set([429, 500, 502, 503, 504, 529])
const MAX_ERROR_BODY = 64 * 1024

/** At most `limit` bytes of a body as text; the rest is not read. */
export async function readBody(
  response: Response,
  limit: number,
  signal: AbortSignal,
): Promise<{ text: string; whole: boolean }> {
  const body: ReadableStream<Uint8Array> | null = response.body
  const reader = body?.getReader()
  if (!reader) return { text: '', whole: true }
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await raceAbort(reader.read(), signal)
    if (done) return { text: text + decoder.decode(), whole: true }
    size += value.byteLength
    text += decoder.decode(value, { stream: true })
    if (size > limit) {
      reader.cancel().catch(() => undefined)
      return { text, whole: false }
    }
  }
}

type Init = RequestInit & { signal: AbortSignal }

async function fetchOnce(
  url: string,
  init: Init,
  { traffic = { mayHaveLeft: false }, send: sendNow = unlimitedFetch }: OpenContext,
): Promise<Response> {
  const before = traffic.mayHaveLeft
  traffic.mayHaveLeft = true
  try {
    return await raceAbort(sendNow(url, init), init.signal)
  } catch (error) {
    if (wasNeverConnected(error)) traffic.mayHaveLeft = before
    throw error
  }
}

/** A connection kept open that the server has closed fails at once, and a new one does not. */
async function fetchTwice(url: string, init: Init, context: OpenContext): Promise<Response> {
  const sentAt = Date.now()
  try {
    return await fetchOnce(url, init, context)
  } catch (error) {
    const isStale = isReset(error) && Date.now() - sentAt <= context.retry.staleSocketMs
    if (init.signal.aborted || !isStale) throw error
    return fetchOnce(url, init, context)
  }
}

/** The headers of a request with those that the person gave for this address. */
function withOwnHeaders(
  { headers: given }: RequestInit,
  { headers: own = [] }: Target,
): { headers?: Headers } {
  if (own.length === 0) return {}
  const headers = new Headers(given)
  for (const { name, value } of own) headers.set(name, value)
  return { headers }
}

/** Bedrock signs what is sent; the other keys are headers of the request already. */
async function withKey(url: string, init: Init, target: Target): Promise<Init> {
  if (target.kind !== 'amazon-bedrock') return init
  return { ...init, ...(await withBedrockKey(url, init, target)), signal: init.signal }
}

async function send(url: string, init: RequestInit, context: OpenContext): Promise<Response> {
  const signal = init.signal ?? NEVER_ABORTED
  try {
    const headers = withOwnHeaders(init, context.target)
    const whole = { ...init, ...headers, signal, redirect: 'manual' as const }
    return await fetchTwice(url, await withKey(url, whole, context.target), context)
  } catch (error) {
    if (signal.aborted) throw error
    throw modelFailed(connectFailure(error, context.target))
  }
}

function redirected(response: Response, url: string, { target }: OpenContext): Error {
  const location = response.headers.get('location') ?? ''
  const base = parseUrl(location, url)?.origin ?? 'another address'
  return modelFailed({
    code: 'redirected',
    status: response.status,
    message: `${target.host} redirects to ${sanitizeProviderMessage(base, target)}. Nothing was sent there: if that is right, enter it as the base URL.`,
  })
}

/** Milliseconds until the next attempt; `undefined` = report. */
function waitBefore(
  attempt: number,
  response: Response,
  about: { refusal: ErrorResponse; retry: RetryPolicy },
): number | undefined {
  const backoff = about.retry.backoffMs[attempt]
  if (backoff === undefined || !RETRYABLE.has(response.status)) return undefined
  if (response.headers.get('x-should-retry') === 'false') return undefined
  const asked = about.refusal.retryAfterSeconds
  if (asked === undefined) return backoff
  return asked <= about.retry.longestWaitSeconds ? asked * 1000 : undefined
}

/**
 * Sends a request and returns the response once its status is a success, before any of its body is
 * read. 429 and 5xx are tried again; redirects are never followed, so no key reaches another origin.
 *
 * @throws `model/failed`, or the signal's abort.
 */
export async function openResponse(
  url: string,
  init: RequestInit,
  context: OpenContext,
): Promise<Response> {
  const signal = init.signal ?? NEVER_ABORTED
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(url, init, context)
    if (response.status >= 300 && response.status < 400) throw redirected(response, url, context)
    if (response.ok) return response
    const body = await readBody(response, MAX_ERROR_BODY, signal).catch((error: unknown) => {
      if (signal.aborted) throw error
      return { text: '' }
    })
    const refusal: ErrorResponse = {
      status: response.status,
      body: body.text,
      retryAfterSeconds:
        retryAfterSeconds(response.headers, Date.now()) ?? googleRetryDelay(body.text),
    }
    const failure = failureOfErrorResponse(refusal, context.target, context.modelId)
    const final =
      context.asksForChange?.(refusal) === true ||
      failure.code === 'quota-exhausted' ||
      failure.code === 'context-too-long'
    const wait = final
      ? undefined
      : waitBefore(attempt, response, { refusal, retry: context.retry })
    if (wait === undefined) throw modelFailed(failure)
    await raceAbort(delay(wait, signal), signal)
  }
}

type Dispatcher = NonNullable<RequestInit['dispatcher']>

type AgentClass = new (limits: { headersTimeout: number; bodyTimeout: number }) => Dispatcher

/**
 * Returns an agent without the runtime's limits of 300 s before the headers and within the body: a model that thinks
 * for longer is no lost connection. The limits of silence are those of `stall-watch.ts`.
 */
function unlimitedAgent(): Dispatcher | undefined {
  const current: unknown = Reflect.get(globalThis, GLOBAL_DISPATCHER)
  if (typeof current !== 'object' || current === null) return undefined
  // The class is the agent of this very runtime, which no package could match for certain.
  const Agent = current.constructor as AgentClass
  if (Agent.name !== 'Agent') return undefined
  const agent = agents.get(current) ?? new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  agents.set(current, agent)
  return agent
}

/** The runtime's `fetch` without its limits of time. */
function unlimitedFetch(url: string, init: RequestInit): Promise<Response> {
  const dispatcher = unlimitedAgent()
  return fetch(url, dispatcher ? { ...init, dispatcher } : init)
}
