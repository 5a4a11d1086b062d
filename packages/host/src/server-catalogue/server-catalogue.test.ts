import { GatehouseError } from '@gatehouse/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChatHarness, type ChatHarness } from '../testing/chat-harness.ts'

let harness: ChatHarness
let search: (query: string) => ReturnType<typeof find>

const find = (query: string) => harness.build([]).host.catalogue.search(query)

beforeEach(() => {
  harness = createChatHarness()
  search = find
})

const official = (more: object = {}) => ({
  'io.modelcontextprotocol.registry/official': {
    status: 'active',
    publishedAt: '2026-10-04T00:00:00Z',
    ...more,
  },
})
const notes = {
  server: {
    name: 'io.github.ada/notes',
    description: 'Keeps notes',
    version: '1.4.0',
    packages: [{ registryType: 'npm', identifier: 'notes' }],
    remotes: [{ type: 'sse', url: 'https://a.example' }],
  },
  _meta: official(),
}

const answer = (body: unknown, status = 200) => {
  harness.catalogue.answer = () => ({ status, headers: {}, body: JSON.stringify(body) })
}
const fail = () => {
  harness.catalogue.answer = () => {
    throw new GatehouseError('http/failed', 'No route to the host.')
  }
}

describe('a search in the registry', () => {
  it('sends the text alone, and says of each server who published what', async () => {
    answer({ servers: [notes], metadata: { count: 1 } })
    expect(await search(' notes & files ')).toEqual({
      registry: 'registry.example',
      copiedAt: null,
      entries: [
        {
          name: 'io.github.ada/notes',
          isNameAllowed: true,
          title: '',
          description: 'Keeps notes',
          version: '1.4.0',
          ways: ['npm', 'url'],
          bundleHost: null,
          status: 'active',
          publishedAt: Date.UTC(2026, 9, 4),
          proof: { kind: 'account', of: 'github.com/ada' },
          text: JSON.stringify(notes),
        },
      ],
    })
    expect(harness.catalogue.asked).toEqual([
      'https://registry.example/v0.1/servers?search=notes%20%26%20files&version=latest&limit=30',
    ])
  })

  it.each([
    ['com.example.notes/mcp', { kind: 'domain', of: 'notes.example.com' }],
    ['io.gitlab.ada/x', { kind: 'domain', of: 'ada.gitlab.io' }],
    ['notes', null],
  ])('says of %s what its namespace proves', async (name, proof) => {
    answer({ servers: [{ ...notes, server: { ...notes.server, name } }] })
    expect((await search('x')).entries[0]?.proof).toEqual(proof)
  })

  /**
   * @threat bundle.imitated-namespace
   * @attacker configuration
   * @tries publishes under a namespace whose letters only look like those of somebody known
   * @stoppedBy such a name proves nobody, and the result of the search says why
   */
  it('proves nothing for a name of letters that only look like those of another, and says so', async () => {
    const name = 'io.github.\u0430da/notes'
    answer({ servers: [{ ...notes, server: { ...notes.server, name } }, notes] })
    expect(await search('x')).toMatchObject({
      entries: [
        { isNameAllowed: false, proof: null },
        { isNameAllowed: true, proof: { of: 'github.com/ada' } },
      ],
    })
  })

  it('proves nothing where the registry is not the one that checks namespaces', async () => {
    harness.catalogue.provesNamespaces = false
    answer({ servers: [notes] })
    expect((await search('x')).entries[0]?.proof).toBeNull()
  })

  it('proves nothing where the registry says nothing of its own', async () => {
    answer({ servers: [{ server: notes.server }] })
    expect((await search('x')).entries[0]?.proof).toBeNull()
  })

  it('leaves out what is no server, and keeps the rest', async () => {
    answer({ servers: [null, 4, { server: { title: 'nameless' } }, notes, 'x'] })
    expect((await search('x')).entries.map(({ name }) => name)).toEqual(['io.github.ada/notes'])
  })

  it('searches what it found earlier where the registry cannot be reached, and says from when', async () => {
    answer({ servers: [notes] })
    await search('notes')
    const at = harness.clock.now()
    harness.clock.advance(1000)
    fail()
    const found = await search('KEEPS ada')
    expect(found.copiedAt).toBe(at)
    expect(found.entries.map(({ name }) => name)).toEqual(['io.github.ada/notes'])
    await expect(search('weather')).rejects.toMatchObject({
      code: 'catalogue/unreachable',
      data: { host: 'registry.example' },
    })
  })

  it('keeps each server once in its copy, as it was last', async () => {
    answer({ servers: [notes] })
    await search('notes')
    answer({ servers: [{ ...notes, _meta: official({ status: 'deleted' }) }] })
    await search('notes')
    fail()
    expect((await search('notes')).entries.map(({ status }) => status)).toEqual(['deleted'])
  })

  it.each([
    ['a page', 200, '<html>'],
    ['another JSON', 200, { ok: true }],
    ['a refusal', 429, { servers: [] }],
  ])('says that %s is no list', async (_, status, body) => {
    harness.catalogue.answer = () => ({
      status,
      headers: {},
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    await expect(search('x')).rejects.toMatchObject({ code: 'catalogue/refused', data: { status } })
  })

  it('works with a damaged copy, and with one that cannot be written', async () => {
    harness.catalogue.copy = '[{"at": 1}, {"at":'
    harness.catalogue.writeCopy = () => Promise.reject(new Error('No space left.'))
    answer({ servers: [notes] })
    expect((await search('x')).entries).toHaveLength(1)
  })
})

describe('a server that was added from a registry', () => {
  /** The host with a server of the entry, and its id. */
  async function added() {
    const { host } = harness.build([])
    const { id } = await host.imports.open({ known: false })
    const preview = host.imports.readText(id, JSON.stringify(notes))
    const [first] = preview.files[0]?.servers ?? []
    const choice = { serverId: first?.id ?? '', name: 'notes', secrets: [], hostVariables: [] }
    const review = await host.imports.review(id, [choice], [])
    await host.imports.save(id, review.id, false)
    const entry = host.servers.list()[0]?.config.registryEntry
    if (!entry) throw new Error('It has no entry.')
    return { catalogue: host.catalogue, entry }
  }

  it('shows that the registry has deleted it meanwhile, also without asking again', async () => {
    const { catalogue, entry } = await added()
    expect(entry).toEqual({ name: 'io.github.ada/notes', version: '1.4.0' })
    expect(await catalogue.lastWord(entry)).toMatchObject({ status: 'unknown', at: null })
    answer({ ...notes, _meta: official({ status: 'deleted', statusMessage: 'Stole keys.' }) })
    const word = { status: 'deleted', message: 'Stole keys.', at: harness.clock.now() }
    expect(await catalogue.askAbout(entry)).toMatchObject(word)
    expect(harness.catalogue.asked.at(-1)).toBe(
      'https://registry.example/v0.1/servers/io.github.ada%2Fnotes/versions/1.4.0?include_deleted=true',
    )
    fail()
    expect(await catalogue.lastWord(entry)).toMatchObject(word)
    await expect(catalogue.askAbout(entry)).rejects.toMatchObject({
      code: 'catalogue/unreachable',
    })
  })

  it('is asked about by its version, which is found by no search', async () => {
    const { catalogue, entry } = await added()
    answer({ ...notes, _meta: official({ status: 'deprecated' }) })
    await catalogue.askAbout(entry)
    fail()
    await expect(catalogue.search('notes')).rejects.toMatchObject({ code: 'catalogue/unreachable' })
  })

  it('takes the word of a later search, and of its own version alone', async () => {
    const { catalogue, entry } = await added()
    answer({ servers: [{ ...notes, _meta: official({ status: 'deprecated' }) }] })
    await catalogue.search('notes')
    expect(await catalogue.lastWord(entry)).toMatchObject({ status: 'deprecated' })
    const other = { ...entry, version: '1.3.0' }
    expect(await catalogue.lastWord(other)).toMatchObject({ status: 'unknown' })
  })

  it('is unknown where the registry has no such version, and a refusal is no word', async () => {
    const { catalogue, entry } = await added()
    answer({ error: 'not found' }, 404)
    expect(await catalogue.askAbout(entry)).toMatchObject({ status: 'unknown' })
    answer('<html>')
    await expect(catalogue.askAbout(entry)).rejects.toMatchObject({ code: 'catalogue/refused' })
  })
})
