import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createOutboundHttp } from './outbound-http.ts'

/** @threat oauth.private-metadata */
test.each(['localhost', '127.0.0.1'])(
  'a name or an address that leads to this computer is not even connected to where it may not be reached: %s',
  async (host) => {
    const server = createServer()
    let connections = 0
    server.on('connection', (socket) => {
      connections += 1
      socket.destroy()
    })
    server.listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const asked: string[] = []
    const limits = {
      maxBytes: 1000,
      timeoutMs: 5000,
      mayReach(address: string) {
        asked.push(address)
        return false
      },
    }
    const request = { url: `http://${host}:${port}/`, method: 'GET' as const, headers: {} }
    const { signal } = new AbortController()
    await expect(
      createOutboundHttp({ environment: {} }).send(request, limits, signal),
    ).rejects.toMatchObject({
      code: 'http/refused',
    })
    // What was judged is what the name stands for.
    expect(['127.0.0.1', '::1']).toContain(asked[0])
    const open = { ...limits, mayReach: () => true }
    await createOutboundHttp({ environment: {} })
      .send(request, open, signal)
      .catch(() => undefined)
    expect(connections).toBe(1)
    server.close()
  },
)
