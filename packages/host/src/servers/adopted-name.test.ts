import { serverDraftSchema, type ConnectionInfo } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryStores, type ScriptedServer } from '../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'
import { adoptedName } from './adopted-name.ts'
import type { ServerRegistry } from './server-registry.ts'

const info = (more: Partial<ConnectionInfo> = {}): ConnectionInfo => ({
  era: 'legacy',
  protocolVersion: '2025-11-25',
  transport: 'streamable-http',
  capabilities: {},
  connectMs: 1,
  ...more,
})
const never = new AbortController().signal

describe('the name that a server reports', () => {
  const named = (name: string) => ({ name })

  it('is its title, else its name', () => {
    expect(adoptedName(info({ serverTitle: 'Issue tracker', serverName: 'issues' }), [])).toBe(
      'Issue tracker',
    )
    expect(adoptedName(info({ serverTitle: ' ', serverName: 'issues' }), [])).toBe('issues')
    expect(adoptedName(info(), [])).toBeNull()
  })

  /**
   * @threat shown.title-of-server
   * @attacker server
   * @tries Calls itself like another server of the person, like the app or like a host, so that its cards bear that
   * name; or calls itself otherwise later.
   * @stoppedBy A name of the person is never replaced. The suggested name of a host is replaced at the first connection
   * alone, by a title that shares no look, part or separators with the name of another server, and that does not read
   * as an address; otherwise the host stays in view.
   * @remains It can bear a name that no server here has, as that of a product that the person knows; its page shows the
   * address.
   */
  it.each([
    ['Bank', 'that of another server'],
    ['B\u0430nk', 'a lookalike in another alphabet'],
    ['b-a-n-k', 'the same with separators'],
    ['Bank (verified)', 'one that contains it'],
    ['My Bank', 'one that ends with it'],
    ['Gatehouse', 'that of the app'],
    ['Bank\u200b', 'one with a hidden character'],
    ['bank.example', 'that of a host'],
    ['https:', 'the start of an address'],
    ['x'.repeat(81), 'too long for a name'],
    ['', 'empty'],
  ])('is not taken where it is %j: %s', (serverTitle) => {
    expect(adoptedName(info({ serverTitle }), [named('Bank')])).toBeNull()
  })

  it('is not taken where it is a part of the name of another server', () => {
    expect(adoptedName(info({ serverTitle: 'Bank' }), [named('Bank of the town')])).toBeNull()
  })
})

describe('a server that was added by its address', () => {
  let stores: ReturnType<typeof createInMemoryStores>
  let server: ScriptedServer
  let registry: ServerRegistry
  beforeEach(() => {
    stores = createInMemoryStores()
    server = createScriptedServer({ tools: [], info: info({ serverTitle: 'Issue tracker' }) })
    registry = createTestRegistry(server, { stores })
  })

  async function add(name: string, isNameSuggested: boolean): Promise<string> {
    const draft = serverDraftSchema.parse({
      name,
      ...(isNameSuggested ? { isNameSuggested } : {}),
      transport: { kind: 'http', url: `https://${name}.example/mcp`, headers: [] },
    })
    const review = await registry.review(draft)
    return (await registry.save(review.id, false)).config.id
  }

  async function start(id: string): Promise<string> {
    await registry.get(id).ready(never)
    await registry.get(id).lifecycle.stop()
    return registry.get(id).config.name
  }

  /** @threat shown.title-of-server */
  it('has its own title from the first connection on, which is stored and on record, and never another', async () => {
    const id = await add('tracker', true)
    expect(await start(id)).toBe('Issue tracker')
    expect(stores.servers.list()).toMatchObject([{ name: 'Issue tracker' }])
    expect(stores.audited.at(-1)).toMatchObject({
      kind: 'server-changed',
      subject: 'Issue tracker',
    })
    server.info = info({ serverTitle: 'Your bank' })
    expect(await start(id)).toBe('Issue tracker')
  })

  /** @threat shown.title-of-server */
  it('keeps the name that the person gave', async () => {
    expect(await start(await add('tracker', false))).toBe('tracker')
  })

  it('keeps the name of its host where another server has its title, then and later', async () => {
    await add('Issue', false)
    const id = await add('tracker', true)
    expect(await start(id)).toBe('tracker')
    server.info = info({ serverTitle: 'Weather' })
    expect(await start(id)).toBe('tracker')
  })
})
