import { connect, type AddressInfo, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { PrivateAuthority } from './private-authority.ts'

export type TlsProxy = {
  /** The same address as the server behind it, with https. */
  url: string
  port: number
  close(): Promise<void>
}

/** Ends TLS before a plain HTTP server on 127.0.0.1. */
export async function startTlsProxy(
  url: string,
  { cert, key }: PrivateAuthority,
): Promise<TlsProxy> {
  const behind = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer({ cert, key }, (socket) => {
    const inner = connect(Number(behind.port), behind.hostname)
    for (const one of [socket, inner]) {
      sockets.add(one)
      one.on('error', () => one.destroy())
      one.on('close', () => sockets.delete(one))
    }
    socket.pipe(inner).pipe(socket)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}${behind.pathname}`,
    port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
