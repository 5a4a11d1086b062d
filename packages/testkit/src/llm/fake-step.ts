import type { JsonObject } from '@gatehouse/domain'

/**
 * `chat` = OpenAI chat completions, `messages` = Anthropic messages, `responses` = OpenAI Responses,
 * `gemini` = Google's `generateContent`, `azure` = chat completions at Azure's addresses.
 */
export type FakeModelApi = 'chat' | 'azure' | 'messages' | 'responses' | 'gemini'

export interface FakeToolCall {
  name: string
  /** An object, or raw text sent as it is: the way to script JSON that does not parse. */
  arguments: JsonObject | string
  /** Made up by the endpoint when left out. */
  id?: string
  /** The answer was ended within it: `incomplete` on responses; the other APIs say it by the finish only. */
  incomplete?: true
  /** Gemini's, on its own API and on chat completions; the endpoint refuses a request that gives the call back without it. */
  thoughtSignature?: string
}

/** An HTTP response other than 200, in the words and the body shape of the API it is asked on. */
export interface RefuseFault {
  kind: 'refuse'
  reason:
    | 'key'
    | 'forbidden-html'
    | 'rate-limit'
    | 'quota'
    | 'overloaded'
    | 'server-error'
    | 'context-too-long'
    | 'tools-unsupported'
    | 'model-not-found'
  /** Only for `server-error` (default 500); the other reasons have their own. */
  status?: number
  /** The literal `retry-after` header: seconds or an HTTP date. */
  retryAfter?: string
}

export type EndlessKind = 'text' | 'reasoning' | 'arguments' | 'empty' | 'line'

export type FakeFault =
  | RefuseFault
  | { kind: 'status'; status: number; body: string; contentType?: string }
  | { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
  /** The socket is destroyed there. */
  | {
      kind: 'close'
      at:
        | 'before-headers'
        | 'after-headers'
        | 'mid-text'
        | 'mid-arguments'
        | 'mid-character'
        | 'mid-line'
        /** After the reason of the end, before the mark of the end. */
        | 'after-finish'
    }
  /** Nothing more is sent, and the socket stays open until the client or `close()` ends it. */
  | {
      kind: 'stall'
      at: 'before-headers' | 'after-headers' | 'mid-text' | 'mid-arguments' | 'after-finish'
    }
  /** Comments, or pings (messages), for ever, after the headers or after half of the text. */
  | { kind: 'keep-alive'; at: 'after-headers' | 'mid-text' }
  /**
   * The same for ever, as fast as the client reads, until it is gone: text, reasoning, a call's
   * arguments, deltas that hold nothing, or one line without an end.
   */
  | { kind: 'endless'; of: EndlessKind }
  /** Status 200, half of the text, then the API's error event. */
  | { kind: 'in-band-error'; at?: 'start' | 'mid-text'; overloaded?: boolean }
  /** A clean end of the body without the finish event. */
  | { kind: 'no-finish' }
  /** The finish event is there, the closing `[DONE]` / `message_stop` is not; the newer APIs have none. */
  | { kind: 'no-end' }
  | { kind: 'duplicate-finish' }
  /** A finish event whose reason is empty. */
  | { kind: 'empty-finish' }
  /** An event in the middle of the text whose JSON does not parse. */
  | { kind: 'malformed-event' }
  /** An event of an unknown type in the middle of the text. */
  | { kind: 'unknown-event' }

/** Division of events into writes: one each, two in one, one over three, byte by byte. */
export type FakePackets = 'events' | 'pairs' | 'thirds' | 'bytes'

/** One server-sent event, and what it is for, so that a fault knows where to strike. */
export interface StreamEvent {
  tag: 'start' | 'reasoning' | 'text' | 'arguments' | 'finish' | 'end' | 'other'
  data: string
}

/** An answer as an API writes it, before it is sent. */
export interface FakeAnswer {
  events: StreamEvent[]
  /** The same answer as one body of JSON. */
  body: JsonObject
}

/** A response with status 200 that is sent as it stands. */
export interface FakeBody {
  pieces: readonly (string | Buffer)[]
  /** Default: `text/event-stream`. */
  contentType?: string
  /** The end of the body: default `end`; `destroy` = cut the socket, `stall` = leave it open and silent. */
  ending?: 'end' | 'destroy' | 'stall'
}

/** The fake model's handling of one request. */
export interface FakeStep {
  /** On messages it comes with a signature, on responses sealed, and is taken back only with it. */
  reasoning?: string
  /** Reasoning that only the provider can read; a signature of a thought without words on gemini. */
  redactedReasoning?: string
  text?: string
  toolCalls?: FakeToolCall[]
  usage?: { inputTokens: number; outputTokens: number }
  /** Default: `tool-calls` if there are any, else `stop`. */
  finish?: 'stop' | 'tool-calls' | 'length' | 'content-filter'
  /** Milliseconds before the status line. */
  delayMs?: number
  /** Milliseconds between two events. */
  eventDelayMs?: number
  /** Characters in one delta; default 16. */
  chunkSize?: number
  packets?: FakePackets
  fault?: FakeFault
  /** Writes the response otherwise than by the book; takes the place of `packets` and of faults within the stream. */
  write?: (answer: FakeAnswer) => FakeBody
}

/** One request for an answer, in the words all APIs share. */
export interface FakeModelRequest {
  api: FakeModelApi
  model: string
  stream: boolean
  system: string
  lastUserText: string
  /** Results after the last assistant message, in order. */
  toolResults: { callId: string; text: string }[]
  toolNames: string[]
  body: JsonObject
}

export type FakeScript =
  | FakeStep[]
  | ((request: FakeModelRequest, turnIndex: number) => FakeStep | Promise<FakeStep>)
