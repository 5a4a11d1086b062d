import { yieldIfBudgetSpent } from '@gatehouse/base'
import {
  breachOfJson,
  MESSAGE_BUDGET,
  parseScanned,
  type JsonBudget,
  type JsonObject,
  type JsonValue,
} from '@gatehouse/domain'
import { objectsOf } from '../fields.ts'

/** One event of an answer, whatever the API: server-sent, a line of NDJSON, or a whole body of JSON. */
export type StreamEvent =
  /** `name` is the event's field `event`, or empty. */
  | { type: 'json'; value: JsonObject; name: string }
  /** Words where JSON was expected. */
  | { type: 'text'; text: string }
  /** JSON that does not parse. `isLast`: the body ended in it. */
  | { type: 'broken'; text: string; isLast: boolean }
  /** `[DONE]` */
  | { type: 'done' }

/** The limit that a stream exceeded. */
export type StreamExcess = 'bytes' | 'events' | 'event-bytes' | 'event-nodes'

/** Events of one answer: several times what the longest answer that is asked for has. */
export const MAX_EVENTS = 100_000
/** Real events hold a few dozen values. An event is read as a whole. */
const EVENT_BUDGET: JsonBudget = { ...MESSAGE_BUDGET, bytes: 4 * 1024 * 1024, nodes: 20_000 }

/** Characters of lines that are neither JSON nor fields. */
const MAX_WORDS = 64 * 1024

/** A field of server-sent events, or a comment, whose name is empty. */
const FIELD = /^(data|event|id|retry|): ?(.*)$/s

const FIELD_NAMES = ['data', 'event', 'id', 'retry']

export interface ReadEventsOptions {
  maxEvents: number
  refuse: (excess: StreamExcess) => Error
}

type Parsed = { value: JsonValue } | undefined

/** Cuts the text of a body into events. Nothing depends on where the text was cut into pieces. */
class EventParser {
  readonly #options: ReadEventsOptions
  #line = ''
  /** Lines of `data` of the event that is open. */
  #data: string[] = []
  #name = ''
  /** Lines that are no fields: a body of JSON over several lines, or words. */
  #body: string[] = []
  #bodyBytes = 0
  /** Bytes of `#data`. */
  #openBytes = 0
  #count = 0
  #events: StreamEvent[] = []

  constructor(options: ReadEventsOptions) {
    this.#options = options
  }

  push(text: string): StreamEvent[] {
    const [first = '', ...following] = text.split('\n')
    this.#line += first
    for (const next of following) {
      this.#takeLine(this.#line)
      this.#line = next
    }
    if (text.includes('\r')) this.#takeReturned()
    this.#measure(this.#line.length)
    return this.#taken()
  }

  end(): StreamEvent[] {
    // A body that ends within the name of a field has no words.
    if (!FIELD_NAMES.some((name) => name.startsWith(this.#line))) this.#takeLine(this.#line)
    this.#line = ''
    this.#closeEvent(true)
    const body = this.#body.join('\n')
    this.#body = []
    if (body !== '') this.#add(body, true)
    return this.#taken()
  }

  #taken(): StreamEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  #measure(more: number): void {
    if (this.#openBytes + more > EVENT_BUDGET.bytes) throw this.#options.refuse('event-bytes')
  }

  /** A lone carriage return ends a line, too. At the end of a piece a line feed may still follow it. */
  #takeReturned(): void {
    const line = this.#line
    const at = line.lastIndexOf('\r', line.length - 2)
    if (line.length < 2 || at === -1) return
    this.#takeLine(line.slice(0, at))
    this.#line = line.slice(at + 1)
  }

  #takeLine(line: string): void {
    const ended = line.endsWith('\r') ? line.slice(0, -1) : line
    for (const part of ended.split('\r')) this.#takeTrimmed(part.trim())
  }

  #takeTrimmed(line: string): void {
    if (line === '') return this.#closeEvent(false)
    const [, field, value] = FIELD.exec(line) ?? []
    if (field === undefined) return this.#takeBodyLine(line)
    if (field === 'event') {
      this.#closeEvent(false)
      this.#name = value ?? ''
    } else if (field === 'data') this.#takeData(value ?? '')
  }

  #takeData(value: string): void {
    const data = value.replace(/^(?:data: ?)+/, '')
    // Some servers part their events by one line feed only.
    if (isDoneMark(data)) {
      this.#closeEvent(false)
      return this.#add(data, false)
    }
    // JSON that is whole needs no empty line after it: some servers send none, or none before they fall silent.
    const parsed = this.#data.length === 0 ? this.#parse(data) : undefined
    if (parsed) {
      this.#add(data, false, parsed)
      this.#name = ''
      return
    }
    this.#measure(data.length)
    this.#openBytes += data.length
    this.#data.push(data)
  }

  #takeBodyLine(line: string): void {
    const isJsonOpen = looksLikeJson(this.#body[0] ?? '')
    const parsed = isJsonOpen ? undefined : this.#parse(line)
    if (parsed || isDoneMark(line)) return this.#add(line, false, parsed)
    // Of words between the events, the first ones tell what they are.
    if (!isJsonOpen && this.#bodyBytes > MAX_WORDS) return
    this.#bodyBytes += line.length
    if (this.#bodyBytes > EVENT_BUDGET.bytes) throw this.#options.refuse('event-bytes')
    this.#body.push(line)
  }

  #closeEvent(isLast: boolean): void {
    const lines = this.#data
    if (lines.length > 0) {
      this.#data = []
      this.#openBytes = 0
      const whole = lines.join('\n')
      if (lines.length === 1 || this.#parse(whole)) this.#add(whole, isLast)
      else for (const line of lines) this.#add(line, isLast)
    }
    this.#name = ''
  }

  #add(text: string, isLast: boolean, known?: Parsed): void {
    this.#count += 1
    if (this.#count > this.#options.maxEvents) throw this.#options.refuse('events')
    if (text === '') return
    if (isDoneMark(text)) {
      this.#events.push({ type: 'done' })
      return
    }
    const parsed = known ?? this.#parse(text)
    if (parsed)
      for (const value of objectsOf(parsed.value))
        this.#events.push({ type: 'json', value, name: this.#name })
    else if (looksLikeJson(text)) this.#events.push({ type: 'broken', text, isLast })
    else this.#events.push({ type: 'text', text })
  }

  #parse(text: string): Parsed {
    if (!/^[[{"\d-]|^(?:null|true|false)$/.test(text)) return undefined
    return parseEvent(text, this.#options.refuse)
  }
}

/** Parses the JSON of one event; `undefined` where it is none. Throws `refuse` for more than an event may hold. */
export function parseEvent(text: string, refuse: ReadEventsOptions['refuse']): Parsed {
  const breach = breachOfJson(text, { budget: EVENT_BUDGET })
  if (breach?.code === 'json/too-large') throw refuse('event-bytes')
  if (breach?.code === 'json/too-many-nodes') throw refuse('event-nodes')
  // A forbidden key in a field that no one reads does no harm; kept data and arguments are checked by themselves.
  const isRefused = breach !== undefined && breach.code !== 'json/forbidden-key'
  const value = isRefused ? undefined : parseScanned(text)
  return value === undefined ? undefined : { value }
}

const isDoneMark = (text: string): boolean => text === '[DONE]' || text === '[done]'

const looksLikeJson = (text: string): boolean => /^\{|^\[\s*(?:$|[[{"\]])/.test(text)

/** Bytes of a whole answer over the network. */
const MAX_BYTES = 96 * 1024 * 1024
/** Bytes that are read before other work of the process gets its turn. */
const SLICE_BYTES = 16 * 1024

/** Reads a body as events, those of one slice at a time. An answer that is sent at full speed blocks nothing. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  options: ReadEventsOptions,
): AsyncGenerator<StreamEvent[], void, undefined> {
  const parser = new EventParser(options)
  // The byte order mark is left out by the decoder.
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let bytes = 0
  let lost: { error: unknown } | undefined
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        lost = { error }
        return { done: true as const, value: undefined }
      })
      if (done) break
      bytes += value.byteLength
      if (bytes > MAX_BYTES) throw options.refuse('bytes')
      for (let at = 0; at < value.byteLength; at += SLICE_BYTES) {
        await yieldIfBudgetSpent()
        const slice = value.subarray(at, at + SLICE_BYTES)
        yield parser.push(decoder.decode(slice, { stream: true }))
      }
    }
    yield parser.push(decoder.decode())
    // The last event may have come whole before the connection was lost.
    yield parser.end()
    if (lost) throw lost.error
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
