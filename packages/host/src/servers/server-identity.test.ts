import { serverDraftSchema, type ServerDraft, type ServerDraftInput } from '@gatehouse/domain'
import type { LaunchPin } from '@gatehouse/domain/launch'
import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryStores, createMemoryVault, type ScriptedServer } from '../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'
import type { ServerRegistry } from './server-registry.ts'

let stores: ReturnType<typeof createInMemoryStores>
let server: ScriptedServer
let vault: ReturnType<typeof createMemoryVault>
let registry: ServerRegistry

const build = (): ServerRegistry => createTestRegistry(server, { stores, vault })

beforeEach(() => {
  stores = createInMemoryStores()
  vault = createMemoryVault()
  server = createScriptedServer({ inspected: [] })
  registry = build()
})

type Http = Extract<ServerDraftInput['transport'], { kind: 'http' }>
type Stdio = Extract<ServerDraftInput['transport'], { kind: 'stdio' }>

const remote = (change: Partial<Http> = {}, rest: Partial<ServerDraftInput> = {}): ServerDraft =>
  serverDraftSchema.parse({
    name: 'remote',
    transport: {
      kind: 'http',
      url: 'https://a.example/mcp',
      headers: [{ name: 'Authorization', value: 'Bearer s3cret', secret: true }],
      ...change,
    },
    ...rest,
  })
const program = (change: Partial<Stdio> = {}, rest: Partial<ServerDraftInput> = {}): ServerDraft =>
  serverDraftSchema.parse({
    name: 'program',
    transport: {
      kind: 'stdio',
      command: 'node',
      args: ['server.js'],
      env: [{ name: 'TOKEN', value: 's3cret', secret: true }],
      ...change,
    },
    ...rest,
  })

const keptHeader = [{ name: 'Authorization', value: null, secret: true }]
const keptToken = { name: 'TOKEN', value: null, secret: true }

async function save(draft: ServerDraft, start = false): Promise<string> {
  const { id } = await registry.review(draft)
  return (await registry.save(id, start)).config.id
}

async function settle(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await Promise.resolve()
}

describe('a secret', () => {
  /**
   * @threat launch.secret-to-other-address
   * @attacker page
   * @tries changes the address of a server and keeps its stored header, so that it is sent elsewhere
   * @stoppedBy a secret is bound to origin, path and query (or to the whole launch); for another one it has to be typed
   * again
   */
  it.each([
    ['https://b.example/mcp', {}],
    ['http://a.example/mcp', {}],
    ['https://a.example:8443/mcp', {}],
    ['https://a.example/other', {}],
    ['https://a.example/mcp?tenant=b', {}],
    ['https://a.example/mcp', { network: { proxy: 'system' as const, caFile: '/tmp/ca.pem' } }],
  ])('of a header does not follow to %s %j', async (url, rest) => {
    const id = await save(remote())
    const edit = remote({ url, headers: keptHeader }, { id, ...rest })
    await expect(registry.review(edit)).rejects.toMatchObject({
      code: 'server/secret-elsewhere',
      data: { names: ['Authorization'], from: 'https://a.example/mcp' },
    })
  })

  it('of a header stays when only the spelling of the address is another', async () => {
    const id = await save(remote())
    await save(remote({ url: 'HTTPS://A.example:443/mcp', headers: keptHeader }, { id }), true)
    await settle()
    expect(server.opened[0]?.transport).toMatchObject({
      headers: { Authorization: 'Bearer s3cret' },
    })
  })

  /**
   * @threat launch.secret-to-other-program
   * @attacker page
   * @tries changes the command of a server to a shell and keeps its stored variable
   * @stoppedBy a secret is bound to the launch that it was given for
   */
  it.each([
    ['another command', { command: 'sh', env: [keptToken] }],
    ['other arguments', { args: ['-c', 'printenv TOKEN'], env: [keptToken] }],
    ['another directory', { cwd: '/tmp', env: [keptToken] }],
    ['another variable', { env: [keptToken, { name: 'NEW', value: 'x', secret: false }] }],
  ])('of a program does not follow to %s', async (_what, change) => {
    const id = await save(program())
    await expect(registry.review(program(change, { id }))).rejects.toMatchObject({
      code: 'server/secret-elsewhere',
      data: { names: ['TOKEN'] },
    })
  })

  /** @threat launch.prefix */
  it.each([
    ['PATH', '/tmp/planted'],
    ['NODE_OPTIONS', '--require=/tmp/planted.js'],
    ['PREFIX', '/tmp/planted'],
    ['API_BASE_URL', 'https://evil.example'],
    ['WHERE', 'https://evil.example'],
  ])('of a program does not stay when %s becomes %s', async (name, value) => {
    const env = (text: string) => [{ name, value: text, secret: false }]
    const id = await save(program({ env: [{ ...keptToken, value: 's3cret' }, ...env('')] }))
    const edit = program({ env: [keptToken, ...env(value)] }, { id })
    await expect(registry.review(edit)).rejects.toMatchObject({ code: 'server/secret-elsewhere' })
  })

  it('of a program does not follow to an address', async () => {
    const id = await save(program())
    const headers = [keptToken]
    await expect(registry.review(remote({ headers }, { id }))).rejects.toMatchObject({
      code: 'server/secret-elsewhere',
    })
  })

  /** @threat launch.secret-to-other-address */
  it('that was given to one launch is not sent by another, whatever the configuration says', async () => {
    const id = await save(remote())
    const [config] = stores.servers.list()
    if (config?.transport.kind !== 'http') throw new Error('not there')
    // As if another user had written the file.
    const transport = { ...config.transport, url: 'https://evil.example/mcp' }
    stores.servers.save({ ...config, transport })
    registry = build()
    registry.get(id).lifecycle.start()
    await settle()
    expect(server.opened).toEqual([])
    expect(registry.get(id).view().connection).toMatchObject({
      status: 'failed',
      failure: { code: 'secret-elsewhere', detail: 'Authorization' },
    })
  })

  it('that an earlier version kept goes on with its own launch, and with no other', async () => {
    const id = await save(remote())
    const [config] = stores.servers.list()
    if (config?.transport.kind !== 'http') throw new Error('not there')
    const headers = config.transport.headers.map(({ name }) => {
      return { name, value: { kind: 'secret' as const, ref: `server/${id}/header/${name}` } }
    })
    stores.servers.save({ ...config, transport: { ...config.transport, headers } })
    vault.secrets.set(`server/${id}/header/Authorization`, 'Bearer kept')
    registry = build()
    registry.get(id).lifecycle.start()
    await settle()
    expect(server.opened).toHaveLength(1)
    await expect(
      registry.review(remote({ url: 'https://b.example/mcp', headers: keptHeader }, { id })),
    ).rejects.toMatchObject({ code: 'server/secret-elsewhere' })
  })

  it('that never was given is missing, and one that is left of its name is not taken', async () => {
    vault.secrets.set('server/id-000002/header/Authorization', 'left behind')
    const id = await save(remote({ headers: keptHeader }))
    expect(id).toBe('id-000002')
    registry.get(id).lifecycle.start()
    await settle()
    expect(server.opened).toEqual([])
    expect(registry.get(id).view().connection).toMatchObject({
      failure: { code: 'secret-missing', detail: 'Authorization' },
    })
  })
})

describe('the password of a proxy', () => {
  const proxied = (url: string, user: string, kept?: string) => {
    const password = kept === undefined ? 'pr0xy' : null
    const id = kept === undefined ? {} : { id: kept }
    return remote({}, { network: { proxy: { url, user, password } }, ...id })
  }

  /**
   * @threat launch.proxy-password
   * @attacker page
   * @tries points a server at another proxy and keeps the stored password
   * @stoppedBy the password is bound to the origin of the proxy and to the user
   */
  it.each([
    ['http://other.example:3128', 'ada'],
    ['http://proxy.example:9999', 'ada'],
    ['http://proxy.example:3128', 'eve'],
  ])('does not follow to %s of %s', async (url, user) => {
    const id = await save(proxied('http://proxy.example:3128', 'ada'))
    await expect(registry.review(proxied(url, user, id))).rejects.toMatchObject({
      code: 'server/secret-elsewhere',
      data: { names: ['proxy password'], from: 'http://proxy.example:3128 (ada)' },
    })
  })

  it('stays with the proxy and user that it was given for', async () => {
    const id = await save(proxied('http://proxy.example:3128', 'ada'))
    await save(proxied('http://proxy.example:3128/', 'ada', id), true)
    await settle()
    expect(server.opened[0]?.network).toMatchObject({ proxy: { password: 'pr0xy' } })
  })
})

describe('what decides what runs', () => {
  /**
   * @threat launch.hidden-variable
   * @attacker configuration
   * @tries makes a variable that decides what runs look like a secret, so that the review hides it
   * @stoppedBy variables that decide what runs or who can read the traffic are known by name, never hidden, and shown
   * as a risk
   * @remains a program may read variables of its own to decide what it runs; those are not known
   */
  it.each([
    'PATH',
    'Path',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'PYTHONPATH',
    'BASH_ENV',
    'GIT_SSH_COMMAND',
  ])('%s cannot be kept as a secret', async (name) => {
    const env = [{ name, value: '-----BEGIN PRIVATE KEY-----', secret: true }]
    await expect(registry.review(program({ env }))).rejects.toMatchObject({
      code: 'server/never-secret',
      data: { names: [name] },
    })
  })

  /** @threat launch.other-path */
  it('is resolved with the PATH of the draft, as it will be started', async () => {
    const env = [{ name: 'PATH', value: '/opt/own/bin', secret: false }]
    await registry.review(program({ env, cwd: '/srv' }))
    expect(server.inspected?.at(-1)).toMatchObject({
      command: 'node',
      env: { PATH: '/opt/own/bin' },
      cwd: '/srv',
    })
  })

  const pinOf = (sha256: string): LaunchPin => ({
    files: [
      {
        role: 'program',
        named: 'node',
        path: '/usr/bin/node',
        realPath: '/usr/bin/node',
        size: 1,
        modifiedAt: 1,
        changedAt: 1,
        sha256,
      },
    ],
  })

  /** @threat launch.swapped-file */
  it('is pinned at the review and compared at every start', async () => {
    server.pin = pinOf('aa')
    const id = await save(program(), true)
    await settle()
    expect(server.opened[0]?.allowed).toEqual(pinOf('aa'))
    expect(stores.servers.list()[0]?.pin).toEqual(pinOf('aa'))
    expect(id).toBeDefined()
  })

  it('was never allowed when an earlier version kept it, or when it was not found', async () => {
    server.pin = null
    await save(program(), true)
    await settle()
    expect(server.opened[0]?.allowed).toBeNull()
  })

  it('keeps its secrets when the same launch finds another file, and says which', async () => {
    server.pin = pinOf('aa')
    const id = await save(program())
    server.pin = pinOf('bb')
    const review = await registry.review(program({ env: [keptToken] }, { id }))
    expect(review.fileChanges).toMatchObject([{ kind: 'replaced', after: '/usr/bin/node' }])
    await registry.save(review.id, true)
    await settle()
    expect(server.opened[0]).toMatchObject({
      allowed: pinOf('bb'),
      transport: { env: { TOKEN: 's3cret' } },
    })
  })
})

describe('what was cached of a server', () => {
  /**
   * @threat launch.inherited-lists
   * @attacker program
   * @tries takes the place of a server and is offered with its tools
   * @stoppedBy cached tools, lists and the negotiated protocol are forgotten with the identity
   */
  it.each([
    ['another program', program({ args: ['other.js'] })],
    ['an address', remote()],
  ])('is forgotten when it becomes %s', async (_what, next) => {
    const id = await save(program(), true)
    await settle()
    expect(registry.get(id).tools()).toHaveLength(1)
    stores.servers.cacheList(id, 'prompts', [])
    await save({ ...next, id })
    expect(registry.get(id).tools()).toEqual([])
    expect(stores.servers.cachedTools(id)).toBeNull()
    expect(stores.servers.cachedLists(id).prompts).toBeNull()
    expect(stores.servers.negotiatedProtocol(id)).toBeNull()
    expect(registry.offered()).toEqual([])
  })

  it('is kept when only its name or its secrets are others', async () => {
    const id = await save(program(), true)
    await settle()
    await save(program({ env: [{ ...keptToken, value: 'new' }] }, { id, name: 'renamed' }))
    expect(registry.get(id).tools()).toHaveLength(1)
  })
})

it('a value of a review can be shown until it is saved, and a kept secret never', async () => {
  const review = await registry.review(program())
  expect(registry.revealValue(review.id, 'TOKEN')).toBe('s3cret')
  expect(() => registry.revealValue(review.id, 'OTHER')).toThrow(/cannot be shown again/)
  const { config } = await registry.save(review.id, false)
  expect(() => registry.revealValue(review.id, 'TOKEN')).toThrow(/used or is too old/)
  const again = await registry.review(program({ env: [keptToken] }, { id: config.id }))
  expect(() => registry.revealValue(again.id, 'TOKEN')).toThrow(/cannot be shown again/)
})
