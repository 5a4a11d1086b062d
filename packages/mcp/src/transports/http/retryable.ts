import { SdkHttpError, type JSONRPCMessage } from '@modelcontextprotocol/client'

/** Requests that only read or set the same again; a method that is not known here may do anything. */
const RETRYABLE_METHODS = new Set([
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'completion/complete',
  'logging/setLevel',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'tasks/cancel',
])

/**
 * True if a message may be sent to the server a second time automatically. A call does what the person allowed
 * once, and a response is sent once: a failure does not mean that the first one had no effect.
 */
export function isRetryable(message: JSONRPCMessage): boolean {
  if (!('method' in message)) return false
  return !('id' in message) || RETRYABLE_METHODS.has(message.method)
}

/** An HTTP error for a message that is sent only once, whatever the status means. */
export class NonRetryableHttpError extends SdkHttpError {
  override readonly name = 'NonRetryableHttpError'
}

/** The error of a message, as one that shows whether the message may be sent again. */
export function sendFailure(error: unknown, message: JSONRPCMessage): unknown {
  if (!(error instanceof SdkHttpError) || isRetryable(message)) return error
  return new NonRetryableHttpError(error.code, error.message, error.data)
}

/** The server no longer knew the session of a message that is sent once only. */
export class SessionNotFoundError extends Error {
  override readonly name = 'SessionNotFoundError'

  constructor(cause: NonRetryableHttpError) {
    super(`The server no longer knew the session (HTTP ${cause.status}).`, { cause })
  }
}
