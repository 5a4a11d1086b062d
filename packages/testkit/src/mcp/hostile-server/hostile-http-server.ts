import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTransportFaults, type TransportFault } from './http-faults.ts'

export type HostileHttpOptions = {
  era: 'legacy' | 'modern'
  /** Goes wrong at the first request already, in this way. */
  fault?: TransportFault
}

export type HostileHttpServer = {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string
  /** Ends every connection and frees the ports. */
  close(): Promise<void>
}

type Message = { id?: string | number; method?: string; params?: Record<string, unknown> }

/**
 * The hostile server over Streamable HTTP on an ephemeral port of 127.0.0.1, in this process. Besides
 * the tools that go wrong on every transport, a tool called like a {@link TransportFault} goes wrong in that way.
 */
export async function startHostileHttpServer(
  options: HostileHttpOptions,
): Promise<HostileHttpServer> {
  const { createHostileServer } = await import('./hostile-server.mjs')
  const server = createHostileServer({ era: options.era })
  const faults = await createTransportFaults()
  const sockets = new Set<Socket>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const message: Message = JSON.parse(await text(request))
    const called = message.method === 'tools/call' ? String(message.params?.['name']) : ''
    const fault = options.fault ?? (faults.has(called) ? called : undefined)
    if (fault !== undefined) {
      faults.play(fault, response)
      return
    }
    if (message.id === undefined || message.method === undefined) {
      response.writeHead(202).end()
      await server.receive(message, silent)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await server.receive(message, {
      send: (sent) => void response.write(`data: ${JSON.stringify(sent)}\n\n`),
      bytes: (bytes) =>
        void response.write(Buffer.concat([Buffer.from('data: '), bytes, Buffer.from('\n\n')])),
      begin: (bytes) => void response.write(Buffer.concat([Buffer.from('data: '), bytes])),
    })
    response.end()
  }

  const http = createServer((request, response) => {
    response.on('error', () => undefined)
    serve(request, response).catch(() => response.destroy())
  })
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    async close() {
      http.close()
      for (const socket of sockets) socket.destroy()
      await faults.close()
    },
  }
}

const silent = { send: () => undefined, bytes: () => undefined, begin: () => undefined }
