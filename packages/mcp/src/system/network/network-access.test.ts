import { NEVER_ABORTED } from '@gatehouse/base'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedNetwork } from '@gatehouse/domain'
import {
  createPrivateAuthority,
  startConnectProxy,
  startTlsProxy,
  type PrivateAuthority,
  type TlsProxy,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createNetworkAccess } from './network-access.ts'
import { createNetworkFetch } from './network-fetch.ts'

const signal = NEVER_ABORTED
const closers: (() => Promise<unknown>)[] = []
const lasting: (() => Promise<unknown>)[] = []
let folder: string
let authority: PrivateAuthority
let front: TlsProxy
let plainUrl: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-network-'))
  authority = await createPrivateAuthority()
  const server = createServer((_request, response) => response.writeHead(401).end('no key'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  plainUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  front = await startTlsProxy(plainUrl, authority)
  lasting.push(
    () => front.close(),
    () => new Promise((resolve) => server.close(resolve)),
    () => rm(folder, { recursive: true }),
  )
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(async () => {
  for (const close of lasting) await close()
})

const access = () => createNetworkAccess({ environment: {}, folder: join(folder, 'copies') })

async function fileOf(content: string): Promise<string> {
  const path = join(folder, 'authority.pem')
  await writeFile(path, content)
  return path
}

async function startProxy(options: Parameters<typeof startConnectProxy>[0] = {}) {
  const proxy = await startConnectProxy(options)
  closers.push(() => proxy.close())
  return proxy
}

const proxied = (url: string, more: object = {}): ResolvedNetwork => ({
  proxy: { url, skipsLoopback: true, ...more },
})

/** A name that only the proxy knows: nothing can go past it unnoticed. */
const far = () => ({ names: { 'models.test:80': new URL(plainUrl).host } })
const FAR = 'http://models.test/v1'

test('a file shows subject, issuer and validity of each certificate', async () => {
  const { certificates, name, sha256 } = await access().readAuthorities(await fileOf(authority.ca))
  expect(name).toBe('authority.pem')
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(certificates).toHaveLength(1)
  expect(certificates[0]).toMatchObject({ subject: expect.stringMatching(/^CN=/) as string })
  expect(certificates[0]?.validTo).toBeGreaterThan(Date.now())
  expect(certificates[0]?.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  proves('network.authorities.shown')
})

test.each<[string, () => string, string]>([
  ['nothing', () => 'no certificate', 'EMPTY'],
  [
    'no certificate between the marks',
    () => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    'INVALID',
  ],
  ['more than are shown', () => authority.ca.repeat(21), 'TOO_MANY'],
  ['more than is read', () => '#'.repeat(200_000), 'TOO_LARGE'],
])('a file with %s is refused', async (_what, content, reason) => {
  await expect(access().readAuthorities(await fileOf(content()))).rejects.toMatchObject({
    code: 'network/authorities-unusable',
    data: { name: 'authority.pem', reason },
  })
})

test('a missing file and a folder are refused', async () => {
  for (const path of [join(folder, 'none.pem'), folder])
    await expect(access().readAuthorities(path)).rejects.toMatchObject({
      code: 'network/authorities-unusable',
    })
})

/** @threat network.swapped-file */
test('a copy is stored of what was shown; a file that was changed since is not', async () => {
  const path = await fileOf(authority.ca)
  const file = await access().readAuthorities(path)
  const copy = await access().storeAuthorities(file)
  await rm(path)
  expect(await readFile(copy, 'utf8')).toContain('BEGIN CERTIFICATE')
  await fileOf(`${authority.ca}\n${authority.ca}`)
  await expect(access().storeAuthorities(file)).rejects.toMatchObject({
    code: 'network/authorities-changed',
  })
  await access().forgetAuthorities(copy)
  expect(await readdir(join(folder, 'copies'))).toHaveLength(1)
  await access().forgetAuthorities(null)
  expect(await readdir(join(folder, 'copies'))).toEqual([])
})

test('an address responds through the proxy, whatever its status', async () => {
  const proxy = await startProxy(far())
  expect(await access().test(FAR, proxied(proxy.url), signal)).toEqual({
    kind: 'reached',
    status: 401,
    proxy: new URL(proxy.url).host,
  })
  expect(proxy.asked).toEqual(['models.test:80'])
  proves('network.test.reached')
})

test('this computer is reached past the proxy of the app', async () => {
  const proxy = await startProxy()
  expect(await access().test(plainUrl, proxied(proxy.url), signal)).toMatchObject({
    kind: 'reached',
    proxy: null,
  })
  expect(proxy.asked).toEqual([])
  proves('network.proxy.loopback')
})

test('a proxy that wants another password, refuses, or is not there is named', async () => {
  const strict = await startProxy({ credentials: 'ann:right', ...far() })
  const wrong = proxied(strict.url, { user: 'ann', password: 'wrong' })
  const { host } = new URL(strict.url)
  expect(await access().test(FAR, wrong, signal)).toEqual({
    kind: 'proxy',
    proxy: host,
    reason: '407',
  })
  const right = proxied(strict.url, { user: 'ann', password: 'right' })
  expect(await access().test(FAR, right, signal)).toMatchObject({ kind: 'reached' })
  const refusing = await startProxy({ refuseWith: 403 })
  expect(await access().test(FAR, proxied(refusing.url), signal)).toMatchObject({
    kind: 'proxy',
    reason: '403',
  })
  await refusing.close()
  closers.pop()
  expect(await access().test(FAR, proxied(refusing.url), signal)).toMatchObject({
    kind: 'proxy',
    reason: 'ECONNREFUSED',
  })
  const unread = proxied(strict.url, { user: 'ann', lacksPassword: true })
  expect(await access().test(FAR, unread, signal)).toMatchObject({ reason: 'PASSWORD' })
  expect(await access().test(plainUrl, unread, signal)).toMatchObject({ kind: 'reached' })
  const lost = { proxy: 'none', caFile: join(folder, 'none.pem') } as const
  expect(await access().test(FAR, lost, signal)).toEqual({ kind: 'unreachable', reason: 'CA_FILE' })
  proves('network.test.failed')
})

test('a certificate of a private authority is trusted with its file only', async () => {
  expect(await access().test(front.url, undefined, signal)).toMatchObject({ kind: 'certificate' })
  const file = await access().readAuthorities(await fileOf(authority.ca))
  const caFile = await access().storeAuthorities(file)
  expect(await access().test(front.url, { proxy: 'none', caFile }, signal)).toMatchObject({
    kind: 'reached',
    status: 401,
  })
})

test('each request follows the setting of its moment', async () => {
  const [first, second] = [await startProxy(far()), await startProxy(far())]
  let setting: ResolvedNetwork | undefined = proxied(first.url)
  const network = createNetworkFetch(() => Promise.resolve(setting), { environment: {} })
  closers.push(() => network.close())
  const ask = async (): Promise<number> => {
    const response = await network.fetch(FAR)
    await response.text()
    return response.status
  }
  expect(await ask()).toBe(401)
  expect(first.asked).toHaveLength(1)
  setting = proxied(second.url)
  expect(await ask()).toBe(401)
  expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  setting = undefined
  await expect(network.fetch(FAR)).rejects.toThrow(/fetch failed/)
})
