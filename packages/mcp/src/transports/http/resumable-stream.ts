import { delay, yieldIfBudgetSpent } from '@gatehouse/base'
import { valueOfJson } from '@gatehouse/domain'
import type { FetchLike } from '@modelcontextprotocol/client'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { InvalidResponseError, contentTypeOf } from './response-body.ts'
import { enqueueText, eventText } from './sanitize-events.ts'
import { MODERN_VERSION } from '../protocol-versions.ts'

/** Milliseconds before a stream that broke is asked for again; doubles up to the second. */
const PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000
/** Whatever a server asks for with `retry`; it doubles while many connections bring nothing. */
const MIN_PAUSE_MS = 250
const MAX_QUIET_PAUSE_MS = 4000
const MANY_QUIET = 4
/** The longest pause that a server may ask for with `retry:`. */
const MAX_RETRY_MS = 300_000
/** Characters of an event id that are sent back. */
const MAX_EVENT_ID = 4096
/** Failed attempts in a row after which the stream of a request is not resumed. */
const MAX_TRIES = 5

/** Events of the streams of a session. */
export interface StreamHooks {
  /** The server no longer knows the session of its own stream, which it once opened. */
  onForgotten(): void
  /** The server could not be asked for its stream again. */
  onUnreachable(error: unknown): void
  /** The server's own stream is open again, but messages in between are lost. */
  onGap(): void
  /** A stream broke off, and not by its end. */
  onBroken(error: unknown): void
}

/**
 * A `fetch` whose event streams outlive their connections (MCP 2025-11-25, basic/transports,
 * "Resumability and Redelivery"): a broken one is asked for again by GET with `Last-Event-ID`, after
 * the pause that the server names in `retry:`. The stream of a request ends when its response came, or
 * when nothing can be resumed; the server's own stream (GET) is kept for as long as its signal lets.
 *
 * The modern era has no resumption: its streams pass unchanged.
 */
export function createResumableFetch(inner: FetchLike, hooks: () => StreamHooks): FetchLike {
  return async (url, init) => {
    const isOwn = (init?.method ?? 'GET') === 'GET'
    const first = await firstResponse(inner, { url, init, isOwn })
    if (first !== undefined && !isEventStream(first)) return first
    if (!isOwn && isModernRequest(init)) return first as Response
    const body = resumeStream({ inner, url, init, isOwn, hooks, first })
    const headers = first?.headers ?? { 'content-type': 'text/event-stream' }
    return new Response(body, { status: 200, headers })
  }
}

interface Asked {
  url: string | URL
  init: RequestInit | undefined
  isOwn: boolean
}

/** `undefined` when the server's own stream may be there later. */
async function firstResponse(inner: FetchLike, asked: Asked): Promise<Response | undefined> {
  const { url, init, isOwn } = asked
  if (!isOwn) return inner(url, init)
  try {
    const response = await inner(url, init)
    return mayComeBack(response.status) ? undefined : response
  } catch (error) {
    if (init?.signal?.aborted === true || error instanceof InvalidResponseError) throw error
    return undefined
  }
}

function isEventStream(response: Response): boolean {
  return response.ok && response.body !== null && contentTypeOf(response) === 'text/event-stream'
}

function mayComeBack(status: number): boolean {
  return (status >= 500 && status !== 501) || status === 408 || status === 429
}

interface ResumedStream extends Asked {
  inner: FetchLike
  hooks: () => StreamHooks
  first: Response | undefined
}

function resumeStream(resumed: ResumedStream): ReadableStream<Uint8Array> {
  const ended = new AbortController()
  const { signal } = resumed.init ?? {}
  let wake = () => {}
  const onAbort = () => {
    ended.abort(signal?.reason)
    wake()
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const room = (): Promise<void> =>
        (controller.desiredSize ?? 1) > 0
          ? Promise.resolve()
          : new Promise((resolve) => (wake = resolve))
      void pump(resumed, { controller, room }, ended.signal).finally(() => {
        signal?.removeEventListener('abort', onAbort)
        try {
          if (ended.signal.aborted) controller.error(ended.signal.reason)
          else controller.close()
        } catch {
          // The reader is gone already.
        }
      })
    },
    pull: () => wake(),
    cancel() {
      ended.abort('Nobody reads the stream any more.')
      wake()
    },
  })
}

interface Sink {
  controller: ReadableStreamDefaultController<Uint8Array>
  /** Resolves when the reader wants more. */
  room(): Promise<void>
}

/** The state of a stream after its events so far. */
interface Progress {
  lastEventId: string | undefined
  retryMs: number | undefined
  hasResponse: boolean
  /** Connections in a row that brought no message. */
  quiet: number
}

/** Reads one connection after another until the response came or the signal is aborted. */
async function pump(resumed: ResumedStream, sink: Sink, signal: AbortSignal): Promise<void> {
  const progress: Progress = {
    lastEventId: undefined,
    retryMs: undefined,
    hasResponse: false,
    quiet: 0,
  }
  let response = resumed.first
  let tries = response ? 0 : 1
  let wasOpen = false
  for (;;) {
    if (response) {
      if (wasOpen && progress.lastEventId === undefined) resumed.hooks().onGap()
      wasOpen = true
      progress.quiet += 1
      const broken = await readEvents(response, { progress, sink, isOwn: resumed.isOwn }, signal)
      if (signal.aborted) return
      if (broken !== undefined) resumed.hooks().onBroken(broken)
      const isRefused = broken instanceof InvalidResponseError
      if (isRefused && !resumed.isOwn) return
      tries = isRefused ? tries + 1 : 0
    }
    if (!resumed.isOwn && !canResume(progress, tries)) return
    // A server that never had a stream of its own need not be asked forever.
    if (!wasOpen && tries > MAX_TRIES) return stayOpen(resumed, wasOpen, signal)
    await delay(pauseOf(progress, tries), signal)
    if (signal.aborted) return
    const next = await askAgain(resumed, progress, signal)
    if (next === 'over') return resumed.isOwn ? stayOpen(resumed, wasOpen, signal) : undefined
    if (next === 'later') tries += 1
    response = next === 'later' ? undefined : next
  }
}

function canResume(progress: Progress, tries: number): boolean {
  return !progress.hasResponse && progress.lastEventId !== undefined && tries < MAX_TRIES
}

function pauseOf({ retryMs, quiet }: Progress, tries: number): number {
  const grown = Math.min(PAUSE_MS * 2 ** tries, MAX_PAUSE_MS)
  if (retryMs === undefined) return grown
  const least = Math.min(MIN_PAUSE_MS * 2 ** Math.max(0, quiet - MANY_QUIET), MAX_QUIET_PAUSE_MS)
  return Math.max(retryMs, least, tries > 1 ? grown : 0)
}

/** A refused stream of the server's own must not look like one that broke. */
async function stayOpen(
  resumed: ResumedStream,
  wasOpen: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (wasOpen) resumed.hooks().onForgotten()
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

async function askAgain(
  { inner, url, init, isOwn, hooks }: ResumedStream,
  { lastEventId }: Progress,
  signal: AbortSignal,
): Promise<Response | 'later' | 'over'> {
  const headers = new Headers(init?.headers)
  headers.set('accept', 'text/event-stream')
  headers.delete('content-type')
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  try {
    // A redirect here would go unchecked, so none is followed.
    const response = await inner(url, { method: 'GET', headers, redirect: 'manual', signal })
    if (isEventStream(response)) return response
    await response.body?.cancel()
    return mayComeBack(response.status) ? 'later' : 'over'
  } catch (error) {
    if (error instanceof InvalidResponseError) return 'over'
    if (isOwn && !signal.aborted) hooks().onUnreachable(error)
    return 'later'
  }
}

interface Reading {
  progress: Progress
  sink: Sink
  isOwn: boolean
}

/**
 * Passes on whole events only, without ids: the half of one that broke off comes again. Never rejects;
 * gives the error that broke it, or `undefined` at its end.
 */
async function readEvents(
  response: Response,
  { progress, sink, isOwn }: Reading,
  signal: AbortSignal,
): Promise<unknown> {
  const decoder = new TextDecoder()
  let events: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (ms) => (progress.retryMs = Math.min(ms, MAX_RETRY_MS)),
  })
  const body: ReadableStream<Uint8Array> | null = response.body
  const reader = body?.getReader()
  if (!reader) return undefined
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return undefined
      events = []
      parser.feed(decoder.decode(value, { stream: true }))
      for (const event of events) {
        noteEvent(event, progress, isOwn)
        if (event.data === '') continue
        // Each step of a large one takes a turn of its own.
        await yieldIfBudgetSpent()
        await enqueueText(eventText({ event: event.event, data: event.data }), sink.controller)
      }
      await sink.room()
    }
  } catch (error) {
    return error ?? new Error('The stream broke off.')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function noteEvent({ id, data }: EventSourceMessage, progress: Progress, isOwn: boolean): void {
  if (id !== undefined && id !== '') progress.lastEventId = headerOf(id)
  if (!isOwn && progress.lastEventId !== undefined && isResponse(data)) progress.hasResponse = true
  if (data !== '') progress.quiet = 0
}

/** An event id as a header carries it, in UTF-8; `undefined` when no header can. */
function headerOf(id: string): string | undefined {
  const bytes = Buffer.from(id).toString('latin1')
  const isFit = bytes.length <= MAX_EVENT_ID && /^[\t\x20-\x7e\x80-\xff]+$/.test(bytes)
  return isFit ? bytes : undefined
}

/** Cheap for the many events that are none. */
function isResponse(data: string): boolean {
  if (!data.includes('"result"') && !data.includes('"error"')) return false
  const message = valueOfJson(data)
  return (
    typeof message === 'object' &&
    message !== null &&
    !('method' in message) &&
    ('result' in message || 'error' in message)
  )
}

/** True if a request is of the modern era by its `MCP-Protocol-Version` header. Versions sort as text. */
function isModernRequest(init: RequestInit | undefined): boolean {
  const version = new Headers(init?.headers).get('mcp-protocol-version')
  return version !== null && version >= MODERN_VERSION
}
