import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback that nothing in the window may reach. */
export interface ForeignServer {
  url: string
  /** Paths that were asked for, in order. */
  requests: string[]
  close(): void
}

export async function startForeignServer(): Promise<ForeignServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end('<title>foreign</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() }
}
