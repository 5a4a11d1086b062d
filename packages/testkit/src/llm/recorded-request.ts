import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JsonObject } from '@gatehouse/domain'

/** One HTTP request as the endpoint saw it. Times are milliseconds since the Unix epoch. */
export interface RecordedModelRequest {
  /** Position in the order of arrival, from 0. */
  index: number
  method: string
  path: string
  /** The query with its `?`, or empty. */
  query: string
  /** Lower-case names; repeated headers joined. */
  headers: Record<string, string>
  rawBody: string
  /** The body if it is a JSON object. */
  body: JsonObject | undefined
  receivedAt: number
  status: number | undefined
  /** When the response's connection was done with: finished, or closed by either side. */
  closedAt: number | undefined
  outcome: 'open' | 'finished' | 'closed-by-client' | 'closed-by-endpoint'
  /** Settles with this request when `closedAt` is known. */
  closed: Promise<RecordedModelRequest>
}

function flatHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}

/** Starts the record of a request; body and status are filled in as they become known. */
export function recordRequest(
  index: number,
  request: IncomingMessage,
  response: ServerResponse,
): RecordedModelRequest {
  const url = new URL(request.url ?? '/', 'http://endpoint.invalid')
  let settle: (record: RecordedModelRequest) => void = () => undefined
  const record: RecordedModelRequest = {
    index,
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.search,
    headers: flatHeaders(request),
    rawBody: '',
    body: undefined,
    receivedAt: Date.now(),
    status: undefined,
    closedAt: undefined,
    outcome: 'open',
    closed: new Promise((resolve) => {
      settle = resolve
    }),
  }
  response.once('close', () => {
    record.closedAt = Date.now()
    if (record.outcome === 'open') {
      record.outcome = response.writableFinished ? 'finished' : 'closed-by-client'
    }
    settle(record)
  })
  return record
}
