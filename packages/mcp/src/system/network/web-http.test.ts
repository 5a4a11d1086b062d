import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { networkZoneOf } from '@gatehouse/domain/launch'
import { afterEach, expect, it } from 'vitest'
import { createWebHttp } from './outbound-http.ts'

const { signal } = new AbortController()
const limits = { maxBytes: 1000, timeoutMs: 5000, mayReach: () => true }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections }
}

it('carries any method and bytes in both directions, and undoes the encoding', async () => {
  const bytes = Uint8Array.from([0, 255, 128, 10])
  const { origin } = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.writeHead(201, { 'content-encoding': 'gzip', 'x-method': request.method })
      response.end(gzipSync(Buffer.concat(parts)))
    })
  })
  const request = { url: `${origin}/`, method: 'PUT', headers: {}, body: bytes }
  const response = await createWebHttp({ environment: {} }).send(request, limits, signal)
  expect(response).toMatchObject({ status: 201, headers: { 'x-method': 'PUT' } })
  expect(response.headers).not.toHaveProperty('content-encoding')
  expect(Buffer.from(response.body).equals(Buffer.from(bytes))).toBe(true)
})

it('reads no more than the limit, packed or not, and follows no redirect', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/packed') {
      response.setHeader('content-encoding', 'gzip')
      return response.end(gzipSync(Buffer.alloc(100_000)))
    }
    if (request.url === '/odd') {
      response.setHeader('content-encoding', 'zstd')
      return response.end('x')
    }
    if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end()
    return response.end(Buffer.alloc(2000))
  })
  const http = createWebHttp({ environment: {} })
  const get = (path: string) =>
    http.send({ url: `${origin}${path}`, method: 'GET', headers: {} }, limits, signal)
  await expect(get('/')).rejects.toMatchObject({ code: 'http/too-large' })
  await expect(get('/packed')).rejects.toMatchObject({ code: 'http/too-large' })
  await expect(get('/odd')).rejects.toMatchObject({ code: 'http/failed' })
  expect(await get('/moved')).toMatchObject({ status: 302, headers: { location: '/' } })
})

/**
 * @threat apps.window.rebinding
 * @attacker server
 * @tries To reach programs of this computer or its network by a name that leads there, at first or later.
 * @stoppedBy The address is checked at each connection and is the one that is connected to; a name of the internet
 * has no local one.
 * @remains Behind a proxy only the proxy knows the address of a name.
 */
it('a name that is rebound to this computer after it was agreed to is not connected to', async () => {
  const { port, connections } = await serve((_request, response) => response.end('secret'))
  let address = '93.184.216.34'
  const resolver = ((_name: string, _options: object, done: (...found: unknown[]) => void) =>
    done(null, [{ address, family: 4 }])) as never
  const http = createWebHttp({ environment: {} }, resolver)
  const request = { url: `http://api.example.com:${port}/`, method: 'GET', headers: {} }
  const mayReach = (found: string): boolean => networkZoneOf(found) === 'elsewhere'
  address = '127.0.0.1'
  await expect(http.send(request, { ...limits, mayReach }, signal)).rejects.toMatchObject({
    code: 'http/refused',
  })
  expect(connections()).toBe(0)
  // The same name is reached where the address may be: it was the guard that refused it.
  expect(await http.send(request, limits, signal)).toMatchObject({ status: 200 })
  expect(connections()).toBe(1)
})
