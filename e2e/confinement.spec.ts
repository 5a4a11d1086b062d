import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nightly } from './nightly.ts'
import { expect, test } from './launch.ts'
import { runIsolated } from './support/isolated-network.ts'
import { startNetworkTap } from './support/network-tap.ts'
import { addServer } from './support/servers.ts'
import { tryNetworkEgress } from './support/network-egress.ts'

test.use({ ownApp: true })

/**
 * @threat confinement.webrtc
 * @attacker page
 * @tries A script in the window sends data by WebRTC, over UDP or through a TURN relay over TCP.
 * @stoppedBy WebRTC may use UDP only through a proxy, and the one proxy of every session is a closed port.
 */
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

/** @threat confinement.webrtc */
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

/**
 * @threat confinement.stores
 * @attacker page
 * @tries Fills the disk with databases and files of its own, or has a folder of the person picked for it.
 * @stoppedBy Stores that the window does not use are cleared at each start; pages have no picker of files and folders.
 * @remains Until the next start script in the page can write as much as the browser lets it, a share of the free disk:
 * Electron has no quota to set for a session.
 */
test(
  'what script of a page keeps in stores that the window does not use is gone at the next start',
  nightly(),
  async ({ gatehouse }) => {
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
  },
)

/**
 * @threat confinement.names
 * @attacker page
 * @tries A script in the window spells a secret in a host name that the browser looks up ahead of time.
 * @stoppedBy Looking up names ahead of time is turned off, for headers, links and the browser.
 * @threat confinement.background
 * @threat confinement.dictionaries
 */
test(
  'neither the window nor the browser below it sends a packet or looks up a name',
  nightly(),
  () => {
    test.setTimeout(240_000)
    runIsolated('confinement.isolated.ts')
  },
)

/**
 * @threat confinement.background
 * @attacker program
 * @tries The browser below the app calls home by itself: updates, probes, look-ups, multicast.
 * @stoppedBy Nothing of that is part of the app, and what Chromium would still send is turned off; packets are counted
 * on a network of its own.
 */
test('main still finds the system proxy by a PAC file', nightly(), async ({ launch }) => {
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
