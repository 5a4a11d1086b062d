import { objectOfJson } from '@gatehouse/domain'
import type { FetchLike } from '@modelcontextprotocol/client'
import { envelopeOf } from '../../message-parsing/envelope.ts'
import type { OutputLog } from '../../traffic-log/output-log.ts'
import { readPrefix } from './response-body.ts'

/** Bytes of an answer that are read for the log. */
const MAX_ANSWER = 1024
/** Characters of an answer that are shown. */
const SHOWN = 200
/** Milliseconds after which an answer that does not end is left. */
const ANSWER_MS = 2000
/** Characters of a body in which a notification is looked for: the host sends short ones only. */
const MAX_NOTIFICATION = 65_536

/**
 * A `fetch` by which every answer to a notification is HTTP 202 without a body, as the specification has it (MCP
 * 2025-11-25, basic/transports, "Sending Messages to the Server"). Whatever else a server answered is a line in the
 * log. A demand for a sign-in and a redirect are passed on.
 */
export function createNotificationFetch(
  fetch: FetchLike,
  log: Pick<OutputLog, 'write'>,
): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    const method = init?.method === 'POST' ? notificationIn(init.body) : undefined
    if (method === undefined || isPassedOn(response.status)) return response
    void noteAnswer(method, response, log)
    return new Response(null, { status: 202, headers: response.headers })
  }
}

function isPassedOn(status: number): boolean {
  return status === 401 || status === 403 || (status >= 300 && status < 400)
}

async function noteAnswer(
  method: string,
  response: Response,
  log: Pick<OutputLog, 'write'>,
): Promise<void> {
  const body = (await readPrefix(response, MAX_ANSWER, AbortSignal.timeout(ANSWER_MS))).trim()
  if (response.ok && body === '') return
  const words = body === '' ? '.' : `: ${body.slice(0, SHOWN)}`
  log.write('debug', `The server answered ${method} with HTTP ${response.status}${words}`)
}

/** The method of the notification that a body holds. */
function notificationIn(body: unknown): string | undefined {
  if (typeof body !== 'string' || body.length > MAX_NOTIFICATION) return undefined
  if (envelopeOf(body).kind !== 'notification') return undefined
  const { method } = objectOfJson(body) ?? {}
  return typeof method === 'string' ? method : undefined
}
