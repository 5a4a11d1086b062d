import { beforeEach, expect, it } from 'vitest'
import type { Frame } from '@gatehouse/domain'
import { readAppAccess } from '@gatehouse/domain/apps'
import { createManualClock, createMemoryWebHttp } from '../testing/index.ts'
import { createAppNetwork } from './app-network.ts'

const { signal } = new AbortController()
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

let http: ReturnType<typeof createMemoryWebHttp>
let frames: Omit<Frame, 'serverId' | 'seq'>[]
let blocked: string[]
beforeEach(() => {
  http = createMemoryWebHttp()
  frames = []
  blocked = []
})

function network(connect: string[], zones: Parameters<typeof readAppAccess>[1] = ['elsewhere']) {
  const uses = { connect, resource: [], frame: [], base: ['https://base.example.com'] }
  const { access } = readAppAccess({ domains: connect, uses, permissions: [] }, zones)
  return createAppNetwork({
    access,
    http,
    network: () => Promise.resolve(undefined),
    journal: { frame: (frame) => frames.push(frame) },
    clock: createManualClock(),
    version: '1',
    onBlocked: (host, reason) => blocked.push(`${reason} ${host}`),
  })
}

const get = (url: string, headers: Record<string, string> = {}) => ({ url, method: 'GET', headers })

it('sends to agreed hosts alone, and records host, path, status and bytes of each request, and no query', async () => {
  const { send } = network(['https://api.example.com'])
  http.responses['https://api.example.com/tiles/1?key=secret'] = {
    status: 201,
    body: bytes('abcd'),
  }
  await send(get('https://api.example.com/tiles/1?key=secret'), signal)
  for (const url of [
    'https://evil.example/?data',
    'https://base.example.com/',
    'file:///etc/passwd',
  ])
    await expect(send(get(url), signal)).rejects.toMatchObject({ code: 'apps/blocked' })
  expect(http.sent.map(({ url }) => url)).toEqual(['https://api.example.com/tiles/1?key=secret'])
  expect(frames[0]).toMatchObject({
    kind: 'app-request',
    bytes: 4,
    message: { sentBytes: 0, receivedBytes: 4 },
    http: { method: 'GET', url: 'api.example.com/tiles/1', status: 201 },
  })
  expect(frames[1]).toMatchObject({
    message: { refused: 'not-agreed' },
    http: { url: 'evil.example/' },
  })
  expect(JSON.stringify(frames)).not.toContain('secret')
  expect(blocked[0]).toBe('not-agreed evil.example')
})

/**
 * @threat apps.window.hosts
 * @attacker server
 * @tries To send what its interface was given, or what the person typed in it, to a host that they did not agree to.
 * @stoppedBy Main answers the requests of the window: each address and redirect is compared with the agreed hosts.
 * Sockets are cancelled, all else meets a dead proxy, and the policy has the agreed hosts alone.
 * @remains An agreed host gets what the interface sends it, and below an agreed wildcard every host does.
 */
it('checks every redirect, and takes credentials to no other origin', async () => {
  const { send } = network(['https://api.example.com', 'https://other.example.com'])
  const to = (location: string, status = 302) => ({ status, headers: { location } })
  http.responses['https://api.example.com/a'] = to('https://evil.example/?stolen')
  http.responses['https://api.example.com/b'] = to('https://other.example.com/c', 307)
  http.responses['https://api.example.com/loop'] = to('/loop')
  await expect(send(get('https://api.example.com/a'), signal)).rejects.toThrow('evil.example')
  const post = { url: 'https://api.example.com/b', method: 'POST', body: bytes('x') }
  await send({ ...post, headers: { Authorization: 'Bearer x', 'X-Own': 'y' } }, signal)
  expect(http.sent.at(-1)).toMatchObject({
    url: 'https://other.example.com/c',
    method: 'POST',
    headers: { 'x-own': 'y' },
  })
  expect(http.sent.at(-1)?.headers).not.toHaveProperty('authorization')
  await send(get('https://api.example.com/loop'), signal)
  expect(http.sent.filter(({ url }) => url.endsWith('/loop'))).toHaveLength(6)
  expect(http.sent.some(({ url }) => url.includes('evil'))).toBe(false)
})

/** @threat apps.window.rebinding */
it('a name that leads to this computer or a private network is not asked, whatever the server may reach', async () => {
  const all = ['this-machine', 'local-network', 'elsewhere'] as const
  const { send } = network(['https://api.example.com', 'http://localhost:81'], all)
  for (const address of ['127.0.0.1', '::1', '10.0.0.8', '169.254.169.254', '::ffff:127.0.0.1']) {
    http.addresses['api.example.com'] = address
    await expect(send(get('https://api.example.com/'), signal)).rejects.toMatchObject({
      code: 'apps/blocked',
    })
  }
  expect(blocked).toEqual(['address api.example.com'])
  http.addresses['localhost'] = '127.0.0.1'
  await send(get('http://localhost:81/'), signal)
  http.addresses['localhost'] = '169.254.169.254'
  await expect(send(get('http://localhost:81/'), signal)).rejects.toThrow('was not asked')
  expect(http.sent).toHaveLength(1)
})

/**
 * @threat apps.window.traces
 * @attacker server
 * @tries To recognise the person again by cookies, storage or facts about their software.
 * @stoppedBy No cookie is sent or kept, and no header about the browser; the session is in memory and cleared before
 * the next window.
 * @remains An agreed host sees the address of this computer.
 */
it('sends no cookies and nothing about the browser, and lets a response keep or start nothing', async () => {
  const { send } = network(['https://api.example.com'])
  http.responses['https://api.example.com/'] = {
    headers: {
      'set-cookie': 'a=b',
      nel: '{}',
      link: '<https://evil.example>; rel=preload',
      'x-own': 'c',
    },
  }
  const headers = {
    cookie: 'a=b',
    'sec-ch-ua': 'Chromium',
    'user-agent': 'Mozilla Electron',
    referer: 'mcp-app://v-1/',
    'x-own': 'd',
  }
  const { headers: received } = await send(get('https://api.example.com/', headers), signal)
  expect(http.sent[0]?.headers).toEqual({ 'x-own': 'd', 'user-agent': 'Gatehouse/1' })
  expect(received).toEqual({ 'x-own': 'c' })
})

/** @threat apps.window.hosts */
it('takes no worker that would stay, no other method, and no more than so many requests', async () => {
  const { send } = network(['https://api.example.com'])
  const url = 'https://api.example.com/'
  for (const request of [
    get(url, { 'service-worker': 'script' }),
    { ...get(url), method: 'TRACE' },
  ])
    await expect(send(request, signal)).rejects.toThrow('was not asked')
  for (let count = 0; count < 1500; count += 1) await send(get(url), signal)
  await expect(send(get(url), signal)).rejects.toThrow('was not asked')
  await expect(
    network([url]).send({ ...get(url), method: 'POST', body: new Uint8Array(9_000_000) }, signal),
  ).rejects.toThrow('was not asked')
  expect(blocked.toSorted()).toEqual([
    'not-agreed api.example.com',
    'too-large api.example.com',
    'too-many api.example.com',
  ])
  expect(http.sent).toHaveLength(1500)
})
