import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type ConnectProxyOptions = {
  /** `user:password` without which it responds with 407. */
  credentials?: string
  /** Responds to every tunnel with this status. */
  refuseWith?: number
  /** Where a name leads, as `host:port`; other names lead where they say. */
  names?: Readonly<Record<string, string>>
}

export type ConnectProxy = {
  url: string
  /** `host:port` of every tunnel that was asked for, refused ones included. */
  asked: readonly string[]
  close(): Promise<void>
}

/** An HTTP proxy that makes tunnels (CONNECT), on an ephemeral port of 127.0.0.1. */
export async function startConnectProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const asked: string[] = []
  const sockets = new Set<Duplex>()
  const expected =
    options.credentials === undefined
      ? undefined
      : `Basic ${Buffer.from(options.credentials).toString('base64')}`
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, client: Socket, head: Buffer) => {
    const place = request.url ?? ''
    asked.push(place)
    keep(client)
    const status =
      expected !== undefined && request.headers['proxy-authorization'] !== expected
        ? 407
        : options.refuseWith
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const [host = '', port = ''] = (options.names?.[place] ?? place).split(':')
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.write(head)
      client.pipe(target).pipe(client)
    })
    keep(target)
    target.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  })

  function keep(socket: Duplex): void {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
