import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** A way for an HTTP response to go wrong below the protocol. */
export type TransportFault =
  | 'another-content-type'
  | 'event-without-end'
  | 'lines-without-end'
  | 'stream-without-response'
  | 'broken-chunks'
  | 'gzip-bomb'
  | 'gzip-bomb-stream'
  | 'broken-gzip'
  | 'redirect-elsewhere'
  | 'success-with-an-error'
  | 'success-without-body'
  | 'reset-in-the-body'
  | 'reset-in-the-stream'
  | 'slow-headers'
  | 'headers-without-end'

export type TransportFaults = {
  has(name: string): name is TransportFault
  play(fault: TransportFault, response: ServerResponse): void
  close(): Promise<void>
}

const chunk = Buffer.alloc(1_048_576, 'x')

/** The faults, and the other origin that a redirect leads to. */
export async function createTransportFaults(): Promise<TransportFaults> {
  const elsewhere = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"followed":true}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  elsewhere.unref()
  const address = elsewhere.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const faults = faultsTo(`http://127.0.0.1:${port}/elsewhere`)
  return {
    has: (name): name is TransportFault => Object.hasOwn(faults, name),
    play: (fault, response) => faults[fault](response),
    async close() {
      elsewhere.closeAllConnections()
      await new Promise((resolve) => elsewhere.close(resolve))
    },
  }
}

function faultsTo(location: string): Record<TransportFault, (response: ServerResponse) => void> {
  const events = { 'content-type': 'text/event-stream' }
  const json = { 'content-type': 'application/json' }
  return {
    'another-content-type': (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    'event-without-end': (response) => {
      response.writeHead(200, events).write('data: ')
      writeForEver(response, chunk)
    },
    'lines-without-end': (response) => {
      response.writeHead(200, events)
      writeForEver(response, Buffer.concat([Buffer.from('data: '), chunk, Buffer.from('\n')]))
    },
    'stream-without-response': (response) => {
      response.writeHead(200, events)
      every(20, response, () => response.write(': still here\n\n'))
    },
    'broken-chunks': (response) => {
      raw(response, 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n')
      raw(response, 'transfer-encoding: chunked\r\n\r\nnot-a-size\r\n{"jsonrpc"\r\n')
    },
    'gzip-bomb': (response) => {
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
      writeForEver(response, gzipSync(chunk))
    },
    'gzip-bomb-stream': (response) => {
      response.writeHead(200, { ...events, 'content-encoding': 'gzip' })
      writeForEver(response, gzipSync(chunk))
    },
    'broken-gzip': (response) =>
      void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('no gzip at all'),
    'redirect-elsewhere': (response) => void response.writeHead(307, { location }).end(),
    'success-with-an-error': (response) =>
      void response.writeHead(200, json).end('{"error":"The backend is down"}'),
    'success-without-body': (response) => void response.writeHead(200, json).end(),
    'reset-in-the-body': (response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"jsonrpc":"2.0"')
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    },
    'reset-in-the-stream': (response) => {
      response.writeHead(200, events).write('data: {"jsonrpc"')
      setTimeout(() => response.socket?.resetAndDestroy(), 20)
    },
    'slow-headers': (response) => {
      raw(response, 'HTTP/1.1 200 OK\r\n')
      every(20, response, () => raw(response, 'x'))
    },
    'headers-without-end': (response) => {
      raw(response, 'HTTP/1.1 200 OK\r\n')
      every(1, response, () => raw(response, `x-more: ${'y'.repeat(4096)}\r\n`))
    },
  }
}

function raw(response: ServerResponse, text: string): void {
  response.socket?.write(text)
}

/** As fast as it is read, until the reader goes away or 1 GB went out. */
function writeForEver(response: ServerResponse, part: Buffer): void {
  let left = 1_073_741_824 / chunk.length
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(part)) return
    }
  }
  response.on('drain', write)
  write()
}

function every(ms: number, response: ServerResponse, task: () => void): void {
  const timer = setInterval(task, ms)
  response.socket?.once('close', () => clearInterval(timer))
}
