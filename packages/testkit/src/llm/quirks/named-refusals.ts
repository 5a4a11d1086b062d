import type { JsonObject, JsonValue } from '@gatehouse/domain'
import type { FakeModelApi } from '../fake-step.ts'
import { CHAT_APIS } from './quirk.ts'

/** A refusal that names what to change, as long as the request holds it. */
export interface NamedRefusal {
  name: string
  apis: readonly FakeModelApi[]
  status: number
  message: string
  refuses: (body: JsonObject) => boolean
}

const messagesOf = (body: JsonObject): JsonObject[] =>
  (Array.isArray(body['messages']) ? body['messages'] : []) as JsonObject[]
const hasField =
  (name: string) =>
  (body: JsonObject): boolean =>
    name in body
const hasMessage =
  (test: (message: JsonObject) => boolean) =>
  (body: JsonObject): boolean =>
    messagesOf(body).some(test)
const callsOf = (message: JsonObject): JsonObject[] =>
  (Array.isArray(message['tool_calls']) ? message['tool_calls'] : []) as JsonObject[]
const isLong = (id: JsonValue | undefined): boolean =>
  typeof id === 'string' && !/^[\w-]{1,64}$/.test(id)

/** The refusals; each is answered by one change of the request, and by none at all once it is known. */
export const NAMED_REFUSALS: readonly [NamedRefusal, ...NamedRefusal[]] = [
  {
    name: 'no stream_options',
    apis: CHAT_APIS,
    status: 400,
    message: 'Unrecognized request argument supplied: stream_options',
    refuses: hasField('stream_options'),
  },
  {
    name: 'no temperature',
    apis: ['chat', 'azure', 'responses', 'messages'],
    status: 422,
    message: "Unsupported parameter: 'temperature' is not supported with this model.",
    refuses: hasField('temperature'),
  },
  {
    name: 'max_completion_tokens',
    apis: ['chat'],
    status: 400,
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    refuses: hasField('max_tokens'),
  },
  {
    name: 'no system role',
    apis: CHAT_APIS,
    status: 400,
    message: 'System role not supported',
    refuses: hasMessage(({ role }) => role === 'system'),
  },
  {
    name: 'short ids',
    apis: CHAT_APIS,
    status: 400,
    message:
      "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 64.",
    refuses: hasMessage((message) => callsOf(message).some(({ id }) => isLong(id))),
  },
  {
    name: 'no reasoning',
    apis: CHAT_APIS,
    status: 400,
    message: "Extra inputs are not permitted: 'reasoning_content'",
    refuses: hasMessage((message) => 'reasoning_content' in message),
  },
  {
    name: 'no content of null',
    apis: CHAT_APIS,
    status: 400,
    message: 'content must be a string, got null',
    refuses: hasMessage(({ content }) => content === null),
  },
]
