import type { JsonObject } from '@gatehouse/domain'
import { chatBody, chatEvents } from './chat-api.ts'
import type { StreamEvent, FakeModelRequest, FakeStep, FakeModelApi } from './fake-step.ts'
import { geminiBody, geminiEvents } from './gemini-api.ts'
import { messagesBody, messagesEvents } from './messages-api.ts'
import { responsesBody, responsesEvents } from './responses-api.ts'

type Write<Written> = (step: FakeStep, request: FakeModelRequest, answerId: string) => Written

/** Form of an answer on one API. */
interface ModelApi {
  events: Write<StreamEvent[]>
  body: Write<JsonObject>
  /** Text that keeps a silent connection open. */
  beat: string
  /** An event whose JSON does not parse. */
  malformed: string
  /** The header that holds the key, and what stands before it. */
  key: { header: string; prefix: string }
}

/** An event of an unknown type, on every API. */
export const UNKNOWN_EVENT = 'event: surprise\ndata: {"type":"surprise","value":1}\n\n'

const BEARER = { header: 'authorization', prefix: 'Bearer ' }

export const modelApis: Readonly<Record<FakeModelApi, ModelApi>> = {
  chat: {
    events: chatEvents,
    body: chatBody,
    beat: ': keep-alive\n\n',
    malformed: 'data: {"id":"chatcmpl-x","choices":[{"index":0,"delta":{"con\n\n',
    key: BEARER,
  },
  azure: {
    events: chatEvents,
    body: chatBody,
    beat: ': keep-alive\n\n',
    malformed: 'data: {"id":"chatcmpl-x","choices":[{"index":0,"delta":{"con\n\n',
    key: { header: 'api-key', prefix: '' },
  },
  messages: {
    events: messagesEvents,
    body: messagesBody,
    beat: 'event: ping\ndata: {"type":"ping"}\n\n',
    malformed: 'event: content_block_delta\ndata: {"type":"content_block_delta","ind\n\n',
    key: { header: 'x-api-key', prefix: '' },
  },
  responses: {
    events: responsesEvents,
    body: responsesBody,
    beat: ': keep-alive\n\n',
    malformed:
      'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","ou\n\n',
    key: BEARER,
  },
  gemini: {
    events: geminiEvents,
    body: geminiBody,
    beat: ': keep-alive\r\n\r\n',
    malformed: 'data: {"candidates":[{"content":{"parts":[{"te\r\n\r\n',
    key: { header: 'x-goog-api-key', prefix: '' },
  },
}

/** Which API a path belongs to; on Gemini's it names the model and whether the answer streams. */
export function apiOf(path: string): { api: FakeModelApi; about: JsonObject } | undefined {
  switch (path) {
    case '/v1/chat/completions':
      return { api: 'chat', about: {} }
    case '/v1/messages':
      return { api: 'messages', about: {} }
    case '/v1/responses':
      return { api: 'responses', about: {} }
    case '/openai/v1/chat/completions':
      return { api: 'azure', about: {} }
    default: {
      const deployment = /^\/openai\/deployments\/([^/]+)\/chat\/completions$/.exec(path)?.[1]
      if (deployment) return { api: 'azure', about: { model: deployment } }
      const match = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent)$/.exec(
        path,
      )
      if (!match?.[1]) return undefined
      const about = {
        model: decodeURIComponent(match[1]),
        stream: match[2] === 'streamGenerateContent',
      }
      return { api: 'gemini', about }
    }
  }
}
