import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'

/** Listens on loopback, and keeps what anybody sent. */
export interface NetworkTap {
  port: number
  /** First bytes of what came, as text; a connection that said nothing counts as well. */
  received: string[]
  close(): void
}

/** One port number, heard on both TCP and UDP. */
export async function startNetworkTap(): Promise<NetworkTap> {
  const received: string[] = []
  const server = createServer((socket) => {
    const index = received.push('tcp connection') - 1
    socket.on('data', (bytes) => {
      received[index] = `tcp ${bytes.toString('latin1').slice(0, 80)}`
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const datagrams = createSocket('udp4', (bytes) =>
    received.push(`udp ${bytes.toString('latin1').slice(0, 80)}`),
  )
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve))
  return {
    port,
    received,
    close: () => {
      server.close()
      datagrams.close()
    },
  }
}
