import type { ServerResponse } from 'node:http'
import type { Message } from './peer.mjs'

type Stream = {
  response: ServerResponse | undefined
  /** Everything sent on it, for a client that comes back with the id of what it saw last. */
  sent: Message[]
  json: boolean
}

const RETRY_MS = 20
const STANDALONE = 'standalone'

/**
 * The streams of one session: a response's own, and the standalone one. Responses to calls are event
 * streams, other requests by JSON; the call of a tool named `dropped` loses its stream at once.
 */
export function createEventStreams({
  batches = false,
  retryMs = RETRY_MS,
}: {
  batches?: boolean
  retryMs?: number
}) {
  const streams = new Map<string, Stream>()
  const waiting: Message[] = []
  let onlyStream = false

  const write = (name: string, stream: Stream, message: Message): void => {
    const index = stream.sent.push(message)
    if (stream.response?.writable)
      stream.response.write(`id: ${name}-${index}\ndata: ${JSON.stringify(message)}\n\n`)
  }

  return {
    /** HTTP+SSE: the one stream, which begins with where to post to. */
    open(response: ServerResponse, endpoint: string): void {
      onlyStream = true
      head(response)
      response.write(`event: endpoint\ndata: ${endpoint}\n\n`)
      streams.set(STANDALONE, { response, sent: [], json: false })
    },

    /** Takes the response of a POST. */
    respond(response: ServerResponse, message: Message, sse: boolean): void {
      if (sse || message['id'] === undefined || message['method'] === undefined) {
        response.writeHead(202).end()
        return
      }
      const name = String(message['id'])
      const method = String(message['method'])
      const json = batches ? true : !/^(?:tools\/call|subscriptions\/listen)$/.test(method)
      const stream: Stream = { response, sent: [], json }
      streams.set(name, stream)
      if (json) return
      head(response)
      // A priming event, so that a stream which is lost before its first message can be resumed.
      response.write(`id: ${name}-0\nretry: ${retryMs}\ndata: \n\n`)
      if (message['params']?.name !== 'dropped') return
      response.end()
      stream.response = undefined
    },

    /** Takes the response of a GET: the standalone stream, or the rest of a lost one. */
    resume(response: ServerResponse, lastEventId: string): void {
      head(response)
      const [, name = STANDALONE, seen = '0'] = /^(.*)-(\d+)$/.exec(lastEventId) ?? []
      const stream = streams.get(name) ?? { response, sent: [], json: false }
      streams.set(name, stream)
      stream.response = response
      const missed = stream.sent.splice(Number(seen))
      for (const message of [...missed, ...(name === STANDALONE ? waiting.splice(0) : [])])
        write(name, stream, message)
      if (missed.some((message) => message['id'] !== undefined && !message['method']))
        response.end()
    },

    send(message: Message, about?: string | number): void {
      const name = onlyStream || about === undefined ? STANDALONE : String(about)
      const stream = streams.get(name)
      const isResponse = message['id'] !== undefined && message['method'] === undefined
      if (!stream) waiting.push(message)
      else if (!stream.json) {
        write(name, stream, message)
        if (isResponse && name !== STANDALONE) stream.response?.end()
      } else if (isResponse) {
        const notice = { level: 'info', data: 'in one batch' }
        const notices = [{ jsonrpc: '2.0', method: 'notifications/message', params: notice }]
        stream.response?.writeHead(200, { 'content-type': 'application/json' })
        stream.response?.end(JSON.stringify(batches ? [...notices, message] : message))
      } else waiting.push(message)
    },
  }
}

function head(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.flushHeaders()
}
