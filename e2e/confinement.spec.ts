import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './launch.ts'
import { runIsolated, whyNoIsolation } from './support/isolated-network.ts'
import { startNetworkTap } from './support/network-tap.ts'
import { addServer } from './support/servers.ts'
import { tryNetworkEgress } from './support/network-egress.ts'

test.use({ ownApp: true })

test('nothing that a script of the page tries reaches a listener, WebRTC included', async ({
  gatehouse,
}) => {
  const tap = await startNetworkTap()
  try {
    const { tried, candidates } = await tryNetworkEgress(gatehouse.page, '127.0.0.1', tap.port)
    expect(new Set(tried).size).toBeGreaterThan(40)
    expect.soft(candidates).toEqual([])
    expect.soft(tap.received).toEqual([])
    expect(gatehouse.page.url()).toMatch(/^app:\/\/gatehouse\//)
  } finally {
    tap.close()
  }
})

test('every session of the browser has a proxy that leads nowhere, for loopback too', async ({
  gatehouse,
}) => {
  const proxies = () =>
    gatehouse.app.evaluate(async ({ session }) => {
      const urls = ['http://127.0.0.1:1/', 'https://a.test/', 'http://localhost/', 'wss://[::1]/']
      const sessions = [session.defaultSession, session.fromPartition('another')]
      const results = sessions.flatMap((own) => urls.map((url) => own.resolveProxy(url)))
      return Array.from(new Set(await Promise.all(results)))
    })
  // Setting one takes a moment, in which requests are refused by their addresses alone.
  await expect.poll(proxies).toEqual(['SOCKS5 127.0.0.1:9'])
})

test('what script of a page keeps in stores that the window does not use is gone at the next start', async ({
  gatehouse,
}) => {
  const kept = () =>
    gatehouse.page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name)
      return { names, picker: 'showDirectoryPicker' in window }
    })
  await gatehouse.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('loot')
        opening.addEventListener('success', () => resolve(opening.result.close()))
        opening.addEventListener('error', () => reject(new Error('It was not opened.')))
      }),
  )
  expect(await kept()).toEqual({ names: ['loot'], picker: false })
  await gatehouse.restart()
  await expect.poll(kept).toEqual({ names: [], picker: false })
})

test('neither the window nor the browser below it sends a packet or looks up a name', () => {
  const reason = whyNoIsolation()
  test.skip(reason !== undefined, reason)
  test.setTimeout(240_000)
  runIsolated('confinement.isolated.ts')
})

test('main still finds the system proxy by a PAC file', async ({ launch }) => {
  test.skip(process.platform !== 'linux', 'elsewhere the system itself would have to be set up')
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { port } = proxy.address() as AddressInfo
    response.setHeader('Content-Type', 'application/x-ns-proxy-autoconfig')
    response.end(`function FindProxyForURL() { return 'PROXY 127.0.0.1:${port}' }`)
  })
  proxy.on('connect', (request, socket) => {
    asked.push(`${request.method} ${request.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  try {
    const { page } = await launch({ env: { auto_proxy: `http://127.0.0.1:${port}/proxy.pac` } })
    const target = { url: 'http://mcp.gatehouse.test/mcp' }
    await addServer(page, target, { name: 'far', until: undefined })
    await expect.poll(() => asked.join('\n')).toContain('mcp.gatehouse.test')
    expect(asked[0]).toBe('GET /proxy.pac')
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
})
