import { NEVER_ABORTED } from '@gatehouse/base'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResolvedNetwork } from '@gatehouse/domain'
import {
  createPrivateAuthority,
  startConnectProxy,
  startFixtureHttpServer,
  startTlsProxy,
  type ConnectProxyOptions,
  type FixtureHttpServer,
  type PrivateAuthority,
  type TlsProxy,
} from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  createTestBench,
  eventually,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'
import { scriptedServer } from '../../../checks/testing/scripted-server.ts'

const signal = NEVER_ABORTED
const closers: (() => Promise<void>)[] = []
let authority: PrivateAuthority
let server: FixtureHttpServer
let front: TlsProxy

beforeAll(async () => {
  authority = await createPrivateAuthority()
  server = await startFixtureHttpServer({ era: 'dual', features: ['echo'] })
  front = await startTlsProxy(server.url, authority)
})
afterAll(async () => {
  await front.close()
  await server.close()
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startBench(
  environment: NodeJS.ProcessEnv = {},
  more: Parameters<typeof createTestBench>[0] = {},
): Promise<TestBench> {
  const baseEnvironment = { PATH: process.env['PATH'], SHELL: '/bin/sh', ...environment }
  const bench = await createTestBench({ baseEnvironment, ...more })
  closers.push(() => bench.close())
  return bench
}

async function startProxy(options: ConnectProxyOptions = {}) {
  const proxy = await startConnectProxy(options)
  closers.push(() => proxy.close())
  return proxy
}

async function fileOf(bench: TestBench, content: string): Promise<string> {
  const file = join(bench.folder, 'authority.pem')
  await writeFile(file, content)
  return file
}

const http = (url: string) => ({ kind: 'http' as const, url, headers: {} })
/** A name that only the proxy knows: nothing can go past it unnoticed. */
const farName = () => ({ names: { 'mcp.test:80': new URL(server.url).host } })
const FAR = 'http://mcp.test/mcp'

const eras = ['legacy', 'modern'] as const
const protocolOf = (era: (typeof eras)[number]) => (era === 'legacy' ? 'legacy' : 'auto')

test.each(eras)('%s: the proxy of the environment is used', async (era) => {
  const proxy = await startProxy(farName())
  const bench = await startBench({ HTTP_PROXY: proxy.url })
  const { connection } = await bench.open(http(FAR), { protocol: protocolOf(era) })
  expect(connection.info.era).toBe(era)
  expect(await connection.listTools(signal)).toHaveLength(1)
  expect(new Set(proxy.asked)).toEqual(new Set(['mcp.test:80']))
  proves('protocol.proxy.used', `http ${era}`)
})

test('the proxy that the system or a PAC file names is used', async () => {
  const proxy = await startProxy(farName())
  const asked: string[] = []
  const bench = await startBench(
    {},
    {
      proxyResolver: {
        resolve: (url) => {
          asked.push(url)
          return Promise.resolve(`SOCKS5 127.0.0.1:1; PROXY ${new URL(proxy.url).host}; DIRECT`)
        },
      },
    },
  )
  const { connection } = await bench.open(http(FAR))
  expect(connection.info.era).toBe('modern')
  expect(asked).toEqual([FAR])
})

test('this computer is reached through a proxy only when it is set for the server', async () => {
  const proxy = await startProxy()
  const bench = await startBench({ HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url })
  await bench.open(http(server.url))
  expect(proxy.asked).toEqual([])
  await bench.open(http(server.url), { network: { proxy: { url: proxy.url } } })
  expect(proxy.asked).toContain(new URL(server.url).host)
})

test('a server that is to be reached directly does not go through the proxy', async () => {
  const proxy = await startProxy(farName())
  const bench = await startBench({ HTTP_PROXY: proxy.url })
  const network: ResolvedNetwork = { proxy: 'none' }
  const { failure } = await bench.openFailing(http(FAR), { network })
  expect(failure.code).toBe('unreachable')
  expect(proxy.asked).toEqual([])
})

test('user name and password reach the proxy, and nobody else', async () => {
  const proxy = await startProxy({ ...farName(), credentials: 'ann:p@ss word' })
  const bench = await startBench({ HTTP_PROXY: proxy.url })
  const { failure, recording } = await bench.openFailing(http(FAR))
  expect(failure).toMatchObject({ code: 'proxy', status: 407 })
  expect(failure.message).toContain('user name and password')
  const proxied = { url: proxy.url, user: 'ann', password: 'p@ss word' }
  const { connection } = await bench.open(http(FAR), { network: { proxy: proxied } })
  expect(connection.info.era).toBe('modern')
  const refused = await bench.openFailing(http(FAR), {
    network: { proxy: { ...proxied, password: 'wrong-p4ss' } },
  })
  expect(JSON.stringify([refused, recording.logs])).not.toContain('wrong-p4ss')
  expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toMatch(/proxy-auth/i)
})

test.each([
  ['nothing listens there', 'http://127.0.0.1:1', /Nothing listens there/],
  ['its name is unknown', 'http://proxy.invalid:3128', /ENOTFOUND|EAI_AGAIN/],
  ['it is of a kind that is not spoken', 'socks5://127.0.0.1:1080', /SOCKS proxy/],
  ['it is not an address', 'http://[oops', /not an address of a proxy/],
])('a proxy that fails because %s is reported as the proxy’s failure', async (_why, url, words) => {
  const bench = await startBench()
  const { failure } = await bench.openFailing(http(FAR), { network: { proxy: { url } } })
  expect(failure.code).toBe('proxy')
  expect(failure.message).toMatch(words)
})

test('a tunnel that the proxy refuses is reported as the refusal of the proxy', async () => {
  const proxy = await startProxy({ refuseWith: 403 })
  const bench = await startBench({ HTTP_PROXY: proxy.url })
  const { failure } = await bench.openFailing(http(FAR))
  expect(failure).toMatchObject({ code: 'proxy', status: 403 })
  expect(failure.message).toContain(new URL(proxy.url).host)
})

test.each(eras)(
  '%s: an authority of the organisation is trusted when its file is given',
  async (era) => {
    const bench = await startBench()
    const { failure } = await bench.openFailing(http(front.url))
    expect(failure.code).toBe('tls')
    expect(failure.message).toContain('certificate authority of its own')
    proves('protocol.authority.untrusted', `http ${era}`)
    const caFile = await fileOf(bench, `# ours\n${authority.ca}`)
    const network = { proxy: 'none' as const, caFile }
    const protocol = protocolOf(era)
    const { connection } = await bench.open(http(front.url), { network, protocol })
    expect(connection.info.era).toBe(era)
    expect(await connection.listTools(signal)).toHaveLength(1)
    proves('protocol.authority.trusted', `http ${era}`)
  },
)

test('the extra authority is used inside a tunnel', async () => {
  const proxy = await startProxy({ names: { 'mcp.test:443': `127.0.0.1:${front.port}` } })
  const bench = await startBench({ https_proxy: proxy.url })
  const caFile = await fileOf(bench, authority.ca)
  const network: ResolvedNetwork = { proxy: 'system', caFile }
  const { connection } = await bench.open(http('https://mcp.test/mcp'), { network })
  expect(connection.info.transport).toBe('streamable-http')
  const { failure } = await bench.openFailing(http('https://mcp.test/mcp'))
  expect(failure.code).toBe('tls')
})

test.each([
  ['is missing', undefined, 'is not there'],
  ['never ends', null, 'cannot be read (NO_FILE)'],
  ['holds no certificate', 'hello', 'holds no certificate'],
  [
    'holds a broken one',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    'cannot be read',
  ],
])('a file of authorities that %s is reported', async (_what, content, words) => {
  const bench = await startBench()
  const caFile =
    content === null
      ? '/dev/zero'
      : content === undefined
        ? join(bench.folder, 'none.pem')
        : await fileOf(bench, content)
  const { failure } = await bench.openFailing(http(front.url), {
    network: { proxy: 'none', caFile },
  })
  expect(failure.code).toBe('ca-file')
  expect(failure.message).toContain(words)
})

test('a program gets its own proxy and authority, and no others', async () => {
  const names = /^(https?_proxy|all_proxy|no_proxy|node_extra_ca_certs)$/i
  const print = `process.stderr.write(JSON.stringify(Object.fromEntries(
    Object.entries(process.env).filter(([name]) => ${String(names)}.test(name)))) + '\\n');`
  const dump = async (bench: TestBench, network?: ResolvedNetwork): Promise<unknown> => {
    const target = stdioTarget(scriptedServer('next();', print))
    const { recording } = await bench.open(target, network ? { network } : {})
    const line = await eventually(() => recording.logs.find(({ text }) => text.startsWith('{')))
    return JSON.parse(line.text)
  }
  const plain = await startBench()
  expect(await dump(plain)).toEqual({})
  const own = await startBench({ HTTPS_PROXY: 'http://p:1', NODE_EXTRA_CA_CERTS: '/ca.pem' })
  expect(await dump(own)).toEqual({
    HTTPS_PROXY: 'http://p:1',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  })
  expect(await dump(own, { proxy: 'none', caFile: '/other.pem' })).toEqual({
    NODE_EXTRA_CA_CERTS: '/other.pem',
  })
  const proxied = await dump(plain, { proxy: { url: 'http://q:2', user: 'ann', password: 'a b' } })
  expect(proxied).toMatchObject({
    HTTPS_PROXY: 'http://q:2',
    http_proxy: 'http://q:2',
  })
})

/**
 * @threat confinement.proxy-password
 * @attacker server
 * @tries A server on this computer reads the user name and password of the proxy in its environment.
 * @stoppedBy They are taken out of every proxy variable but those that the person wrote for that server, and its log
 * states it.
 */
test('the user name and password of a proxy are not handed to a program, and its log says so', async () => {
  const print = `process.stderr.write(JSON.stringify(process.env) + '\\n');`
  const run = async (
    base: NodeJS.ProcessEnv,
    more: { network?: ResolvedNetwork; env?: Record<string, string> } = {},
  ) => {
    const bench = await startBench(base)
    const target = stdioTarget(scriptedServer('next();', print), { env: more.env ?? {} })
    const { network } = more
    const { recording } = await bench.open(target, network ? { network } : {})
    const line = await eventually(() => recording.logs.find(({ text }) => text.startsWith('{')))
    const notes = recording.logs.filter(({ source }) => source === 'host').map(({ text }) => text)
    return { environment: JSON.parse(line.text) as Record<string, string>, notes: notes.join('\n') }
  }
  const inherited = await run({
    HTTP_PROXY: 'http://ann:s3cr3t@p:1/x',
    https_proxy: 'ann:s3cr3t/@#?@p:2',
    ALL_PROXY: 'socks5h://ann:s3cr3t@p:3',
    NO_PROXY: 'localhost,a@b',
  })
  expect(inherited.environment).toMatchObject({
    HTTP_PROXY: 'http://p:1/x',
    https_proxy: 'p:2',
    ALL_PROXY: 'socks5h://p:3',
    NO_PROXY: 'localhost,a@b',
  })
  expect(JSON.stringify(inherited)).not.toContain('s3cr3t')
  expect(inherited.notes).toMatch(/HTTP_PROXY, https_proxy, ALL_PROXY .*without its user name/)

  const proxy = { url: 'http://q:2', user: 'ann', password: 's3cr3t' }
  const set = await run({ HTTPS_PROXY: 'http://ben:s3cr3t@p:1' }, { network: { proxy } })
  expect(set.environment).toMatchObject({ HTTPS_PROXY: 'http://q:2', http_proxy: 'http://q:2' })
  expect(JSON.stringify(set)).not.toContain('s3cr3t')
  expect(set.notes).toContain('HTTPS_PROXY')

  const own = await run(
    { HTTPS_PROXY: 'http://ann:s3cr3t@p:1' },
    { env: { HTTPS_PROXY: 'http://me:mine@p:1' } },
  )
  expect(own.environment['HTTPS_PROXY']).toBe('http://me:mine@p:1')
  expect(own.notes).not.toContain('HTTPS_PROXY')
})
