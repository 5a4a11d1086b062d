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
          title: '',
          description: 'Keeps notes',
          version: '1.4.0',
          ways: ['npm', 'url'],
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
