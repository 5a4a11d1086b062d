import { expect, it } from 'vitest'
import type { NetworkZone } from '../servers/network-zone.ts'
import { readAppAccess } from './read-app-access.ts'
import { appHostText, isAgreedHost } from './app-host.ts'
import { appViewPolicy } from './app-policy.ts'
import { readAppContents } from './app-resource.ts'

const PUBLIC: NetworkZone[] = ['elsewhere']
const LOCAL: NetworkZone[] = ['this-machine', 'local-network', 'elsewhere']

function accessOf(csp: object, zones = PUBLIC, permissions: object = {}) {
  const _meta = { ui: { csp, permissions } } as never
  const contents = [{ uri: 'ui://a', mimeType: 'text/html;profile=mcp-app', text: '<p>', _meta }]
  const read = readAppContents({ contents }, { decodeBase64: () => undefined })
  if (!read.ok) throw new Error(read.problem)
  return readAppAccess(read.needs, zones)
}

const hostsOf = (connectDomains: string[], zones = PUBLIC) => {
  const { access, refused } = accessOf({ connectDomains }, zones)
  return [access.hosts.map(appHostText), refused.map(({ reason }) => reason)]
}

it('reads hosts with their uses, ports and wildcards, each once', () => {
  const { access } = accessOf({
    connectDomains: ['https://API.example.com', 'api.example.com/', 'https://*.example.org:8443'],
    resourceDomains: ['https://api.example.com:443'],
    frameDomains: ['https://video.example.com'],
  })
  expect(access.hosts.map((host) => [appHostText(host), host.uses])).toEqual([
    ['https://*.example.org:8443', ['connect']],
    ['https://api.example.com', ['connect', 'resource']],
    ['https://video.example.com', ['frame']],
  ])
})

it('gives no web sockets, no clear text, no whole part of the internet and no location, and says so', () => {
  expect(
    hostsOf(['wss://a.example.com', 'http://a.example.com', '*.com', 'https://*.1.2.3.4']),
  ).toEqual([[], ['socket', 'unencrypted', 'too-wide', 'too-wide']])
  const { access, refused } = accessOf({}, PUBLIC, { geolocation: {}, camera: {} })
  expect([access.permissions, refused]).toEqual([
    ['camera'],
    [{ text: 'geolocation', reason: 'location' }],
  ])
})

/** @threat apps.window.rebinding */
it('gives hosts of this computer and its network only where the server may lead there', () => {
  const local = [
    'http://127.0.0.1:81',
    'https://192.168.0.4',
    'https://nas.local',
    'http://[::1]:5',
  ]
  expect(hostsOf([...local, 'https://169.254.169.254', 'https://*.internal.lan'])[0]).toEqual([])
  expect(hostsOf([...local, 'https://169.254.169.254', 'https://metadata'], LOCAL)).toEqual([
    ['http://127.0.0.1:81', 'http://[::1]:5', 'https://192.168.0.4', 'https://nas.local'],
    ['local', 'local'],
  ])
})

/** @threat apps.window.consent */
it('knows a host of another alphabet by the name that is looked up, and keeps what was written', () => {
  const { access } = accessOf({ connectDomains: ['https://аpple.com'] })
  expect(access.hosts).toMatchObject([{ host: 'xn--pple-43d.com', written: 'аpple.com' }])
})

it('agrees to the exact host, port and scheme, and below a wildcard to all but itself', () => {
  const { access } = accessOf({
    connectDomains: ['https://a.example.com', 'https://*.b.example.com'],
    baseUriDomains: ['https://base.example.com'],
  })
  const isAgreed = (url: string) => isAgreedHost(access, new URL(url), ['connect', 'resource'])
  for (const url of ['https://a.example.com/x?y', 'https://c.b.example.com:443/'])
    expect([url, isAgreed(url)]).toEqual([url, true])
  for (const url of [
    'http://a.example.com/',
    'https://a.example.com:8443/',
    'https://a.example.com.evil.example/',
    'https://xa.example.com/',
    'https://b.example.com/',
    'https://base.example.com/',
    'https://a.example.com.',
  ])
    expect([url, isAgreed(url)]).toEqual([url, false])
})

/** @threat apps.window.hosts */
it('writes a policy of the agreed hosts alone, each for its use', () => {
  const { access } = accessOf({
    connectDomains: ['https://api.example.com'],
    resourceDomains: ['https://cdn.example.com; script-src *', 'https://cdn.example.com'],
  })
  const policy = appViewPolicy(access, ['mcp-app://p-1'])
  expect(policy).toContain('connect-src https://api.example.com;')
  expect(policy).toContain('img-src data: blob: https://cdn.example.com;')
  expect(policy).toContain("frame-src 'none'")
  expect(policy).not.toContain('*')
})

/** @threat apps.window.consent */
it('a declared domain adds nothing to the policy but a host', () => {
  const { access } = accessOf({
    connectDomains: [
      'https://good.example.com',
      'https://a.example.com; script-src *',
      "https://b.example.com 'unsafe-inline'",
      "'self'",
      '*',
      'https://*',
      'https://c.example.com\nhttps://evil.example',
      'https://user:secret@d.example.com',
      'data:',
      'https://e.example.com/path?query',
    ],
  })
  const policy = appViewPolicy(access, ['mcp-app://p-1'])
  expect(policy).toContain('connect-src https://good.example.com;')
  expect(policy).not.toContain('*')
  expect(policy.match(/script-src/g)).toHaveLength(1)
})
