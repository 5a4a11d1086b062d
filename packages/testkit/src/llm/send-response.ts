import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { endlessStream, type EndlessStream } from './endless-stream.ts'
import type { FakeModelRequest, FakeStep } from './fake-step.ts'
import { planStream } from './plan-stream.ts'
import type { RecordedModelRequest } from './recorded-request.ts'
import { errorResponseFor, type FakeErrorResponse } from './error-response.ts'
import { modelApis } from './model-apis.ts'

/** One request on the API and its response. */
export interface Exchange {
  response: ServerResponse
  record: RecordedModelRequest
  request: FakeModelRequest
}

const BEAT_MS = 20
/** Written bytes must leave before the socket is destroyed, or the client never sees them. */
const FLUSH_MS = 15

function write(response: ServerResponse, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve) => {
    response.write(bytes, () => resolve())
  })
}

async function destroy(response: ServerResponse, record: RecordedModelRequest): Promise<void> {
  await sleep(FLUSH_MS)
  if (record.outcome === 'open') record.outcome = 'closed-by-endpoint'
  response.socket?.destroy()
}

/** Sends a whole response at once. */
export function sendErrorResponse(
  response: ServerResponse,
  record: RecordedModelRequest,
  error: FakeErrorResponse,
): void {
  record.status = error.status
  response.writeHead(error.status, error.headers)
  response.end(error.body)
}

/** Faults that take the place of the response. True if the request is done with. */
async function faultBeforeResponse(
  { response, record, request }: Exchange,
  fault: FakeStep['fault'],
): Promise<boolean> {
  if (fault?.kind === 'refuse') {
    const { header, prefix } = modelApis[request.api].key
    const key = (record.headers[header] ?? '').slice(prefix.length)
    sendErrorResponse(
      response,
      record,
      errorResponseFor(fault, request.api, { model: request.model, key }),
    )
    return true
  }
  if (fault?.kind === 'status') {
    const headers = { 'content-type': fault.contentType ?? 'application/json' }
    sendErrorResponse(response, record, { status: fault.status, headers, body: fault.body })
    return true
  }
  if (fault?.kind === 'redirect') {
    const headers = { location: fault.location }
    sendErrorResponse(response, record, { status: fault.status ?? 307, headers, body: '' })
    return true
  }
  if (fault?.kind === 'stall' && fault.at === 'before-headers') return true
  if (fault?.kind === 'close' && fault.at === 'before-headers') {
    await destroy(response, record)
    return true
  }
  return false
}

async function keepBeating(response: ServerResponse, beat: string): Promise<void> {
  while (!response.destroyed) {
    await write(response, beat)
    await sleep(BEAT_MS)
  }
}

/** Waits for the client to read, so that what it does not read costs no memory here. */
async function sendEndless(response: ServerResponse, { opening, batch }: EndlessStream) {
  const gone = once(response, 'close').catch(() => undefined)
  response.write(opening)
  while (!response.destroyed) {
    if (response.write(batch)) await sleep(0)
    else await Promise.race([once(response, 'drain'), gone])
  }
}

async function stream({ response, record, request }: Exchange, step: FakeStep): Promise<void> {
  const answerId = String(record.index)
  const api = modelApis[request.api]
  const events = api.events(step, request, answerId)
  const written = step.write?.({ events, body: api.body(step, request, answerId) })
  const plan = written
    ? { ending: 'end' as const, ...written, packets: written.pieces, beat: api.beat }
    : planStream(events, request.api, step)
  const type = written?.contentType ?? 'text/event-stream'
  record.status = 200
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (step.fault?.kind === 'endless') {
    await sendEndless(response, endlessStream(step.fault.of, request, step.chunkSize))
    return
  }
  for (const packet of plan.packets) {
    if (response.destroyed) return
    await write(response, packet)
    if (step.eventDelayMs !== undefined) await sleep(step.eventDelayMs)
  }
  switch (plan.ending) {
    case 'end':
      response.end()
      return
    case 'destroy':
      await destroy(response, record)
      return
    case 'keep-alive':
      await keepBeating(response, plan.beat)
      return
    case 'stall':
  }
}

/** Plays one step on the API of the request, faults included. */
export async function sendResponse(exchange: Exchange, step: FakeStep): Promise<void> {
  const { response, record, request } = exchange
  if (step.delayMs !== undefined) await sleep(step.delayMs)
  if (response.destroyed) return
  if (await faultBeforeResponse(exchange, step.fault)) return
  if (request.stream) {
    await stream(exchange, step)
    return
  }
  const answerId = String(record.index)
  const body = modelApis[request.api].body(step, request, answerId)
  sendErrorResponse(response, record, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
