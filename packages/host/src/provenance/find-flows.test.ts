import type { CallFlows, Entry, JsonObject, Turn } from '@gatehouse/domain'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createInMemoryStores } from '../testing/in-memory-stores.ts'
import { call, gave, turnOf } from '../testing/read-chat-fixture.ts'
import { toolNamed } from '../testing/tool-fixture.ts'
import { FlowFinder } from './find-flows.ts'

const SECRET = 'Falcon-Nightfall budget 7741 Zurich depot'

let stores: ReturnType<typeof createInMemoryStores>
beforeEach(() => {
  stores = createInMemoryStores()
})

const wrote = (text: string): Entry => ({ kind: 'user-message', id: 'u1', text, createdAt: 1 })

/** The search has the time that it needs. */
const pause = () => undefined

function find(entries: Entry[], args: JsonObject, change: Partial<Turn> = {}): Promise<CallFlows> {
  return new FlowFinder({ stores, pause }).find({
    turn: turnOf(entries, change),
    entryId: 'new',
    serverId: 'target',
    tool: toolNamed('send', {
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    }),
    arguments: args,
  })
}

const read = gave('e1', 'mail', `Hello,\n\nthe project ${SECRET} is to be kept among us.`)

it('names the source, the argument and the words of what came from another server', async () => {
  const { flows, isIncomplete } = await find([read], { to: 'x', body: { text: `FYI: ${SECRET}!` } })
  expect(isIncomplete).toBeUndefined()
  expect(flows).toEqual([
    {
      from: { kind: 'server', serverId: 'mail', serverName: 'mail', serverHue: 1 },
      turnId: 't1',
      entryId: 'e1',
      label: 'read',
      path: 'body.text',
      how: 'plain',
      characters: SECRET.replace(/[^a-z\d]/gi, '').length,
      excerpt: SECRET,
    },
  ])
})

const toBase64 = (text: string): string => btoa(text)
const hex = (text: string): string =>
  Array.from(text, (one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('')

describe('finds it', () => {
  it.each<[string, JsonObject]>([
    ['in other case and with other blanks', { text: SECRET.toUpperCase().replaceAll(' ', '\n ') }],
    ['with a blank between all letters', { text: SECRET.split('').join(' ') }],
    ['with characters that cannot be seen', { text: SECRET.split('').join('\u200b') }],
    ['in wide letters', { text: Array.from(SECRET, wide).join('') }],
    [
      'with letters of another alphabet',
      { text: SECRET.replaceAll('a', 'а').replaceAll('o', 'о') },
    ],
    ['in Base64', { text: toBase64(SECRET) }],
    ['in Base64 of Base64', { text: toBase64(toBase64(SECRET)) }],
    ['in a piece of Base64 that begins anywhere', { text: toBase64(SECRET).slice(3) }],
    ['in hex', { text: hex(SECRET) }],
    [
      'in percent signs',
      {
        url: `https://x.test/?d=${[...hex(SECRET).matchAll(/../g)].map(([two]) => `%${two}`).join('')}`,
      },
    ],
    ['in numbers', { codes: Array.from(SECRET, (one) => one.charCodeAt(0)) }],
    ['backwards', { text: SECRET.split('').reverse().join('') }],
    ['backwards in Base64', { text: toBase64(SECRET.split('').reverse().join('')) }],
    [
      'by 13 letters',
      {
        text: SECRET.replace(/[a-z]/gi, (one) =>
          String.fromCharCode(one.charCodeAt(0) + (one.toLowerCase() < 'n' ? 13 : -13)),
        ),
      },
    ],
    ['in pieces', { parts: SECRET.match(/.{1,5}/g) ?? [] }],
    ['in pieces from the end', { parts: (SECRET.match(/.{1,5}/g) ?? []).reverse() }],
    [
      'in pieces of Base64',
      {
        a: toBase64(SECRET).slice(0, 9),
        b: toBase64(SECRET).slice(9, 20),
        c: toBase64(SECRET).slice(20),
      },
    ],
    ['in the names of arguments', { [SECRET]: 1 }],
  ])('%s', async (_how, args) => {
    const { flows } = await find([read], args)
    expect(flows.map(({ entryId }) => entryId)).toEqual(['e1'])
  })

  /** @threat provenance.exfiltration */
  it('in pieces over several calls', async () => {
    const pieces = SECRET.match(/.{1,7}/g) ?? []
    const before = pieces
      .slice(0, -1)
      .map((text, at) => call(`s${at}`, 'target', { toolName: 'send', arguments: { n: at, text } }))
    const { flows } = await find([read, ...before], { n: 9, text: pieces.at(-1) ?? '' })
    expect(flows.map(({ how, entryId }) => [how, entryId])).toEqual([['split', 'e1']])
  })
})

const wide = (one: string): string =>
  /[!-~]/.test(one) ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one

describe('no flow is', () => {
  it.each<[string, Entry[], string]>([
    ['what the person wrote as well', [wrote(`Tell them: ${SECRET}`), read], SECRET],
    ['what the receiver gave itself', [read, gave('e2', 'target', `I know ${SECRET}`)], SECRET],
    ['what only sounds alike', [read], 'Falcon and Zurich'],
    [
      'a phrase that everybody uses',
      [gave('e1', 'mail', 'Please let me know if you have questions')],
      'Please let me know if you agree',
    ],
    ['what a host tool read again', [{ ...read, serverId: null, serverName: 'Gatehouse' }], SECRET],
    ['what the receiver alone gave', [gave('e1', 'target', SECRET)], SECRET],
  ])('%s', async (_what, entries, text) => {
    expect(await find(entries, { text })).toEqual({ flows: [] })
  })
})

it.each([
  ['an address', 'Write to bob@x.io about it', 'bob@x.io'],
  ['a link', 'See http://x.io/a', 'http://x.io/a'],
  ['a key', 'The password is hUn7er2xQ', 'hUn7er2xQ'],
])('%s counts although it is short', async (_what, text, token) => {
  expect((await find([gave('e1', 'mail', text)], { text: `to ${token} now` })).flows).toMatchObject(
    [{ excerpt: token }],
  )
  expect(await find([wrote(`use ${token}`), gave('e1', 'mail', text)], { text: token })).toEqual({
    flows: [],
  })
})

it('finds any stretch of a random text, and nothing of another one', async () => {
  const letters = fc.stringMatching(/^[a-z0-9]{60,200}$/)
  await fc.assert(
    fc.asyncProperty(letters, letters, fc.nat(40), async (one, other, from) => {
      const text = `${other.slice(0, 9)} ${one.slice(from, from + 16)} ${other.slice(0, 9)}`
      const isTooPlain =
        new Set(one.slice(from, from + 16)).size < 6 || !/\d/.test(one.slice(from, from + 16))
      fc.pre(!isTooPlain)
      const { flows } = await find([gave('e1', 'mail', `x ${one} y`)], { text })
      expect(flows).toHaveLength(1)
    }),
    { numRuns: 60, seed: 11 },
  )
})

it('reads what is in files, and what earlier turns of the branch read', async () => {
  const kept = await stores.blobs.put({
    data: `x ${SECRET}`,
    encoding: 'utf8',
    mimeType: 'text/plain',
  })
  const earlier = turnOf(
    [
      call('e0', 'mail', {
        result: { content: [{ type: 'text', text: 'x', kept }], isError: false },
      }),
    ],
    { id: 't0', status: 'done' },
  )
  stores.turns.saveTurn(earlier)
  for (const entry of earlier.entries) stores.turns.saveEntry('t0', entry)
  const { flows } = await find([], { text: SECRET }, { parentId: 't0', depth: 1 })
  expect(flows).toMatchObject([{ turnId: 't0', entryId: 'e0' }])
})

/**
 * @threat provenance.costly-texts
 * @attacker server
 * @tries Gives results, or has the model write arguments, that are so large or so alike that comparing them blocks the
 * app, or that the comparison times out and the call runs.
 * @stoppedBy The comparison takes time in proportion to the texts, in turns of the event loop; what is beyond its
 * limits is named on the card, and asked about.
 */
it('looks up every few thousand characters, so that nothing else waits for a megabyte of arguments', async () => {
  const word = (seed: number): string => ((seed * 2_654_435_761) >>> 0).toString(36)
  const text = (seed: number, length: number): string =>
    Array.from({ length: length / 7 }, (_, at) => word(seed * 1_000_003 + at)).join(' ')
  const argument = text(99, 60_000)
  const kept = await stores.blobs.put({
    data: text(7, 400_000) + argument.slice(20_000, 20_400),
    encoding: 'utf8',
    mimeType: 'text/plain',
  })
  let turns = 0
  const { flows } = await new FlowFinder({
    stores,
    pause() {
      turns += 1
      return Promise.resolve()
    },
  }).find({
    turn: turnOf([
      call('e1', 'mail', {
        result: { content: [{ type: 'text', text: '', kept }], isError: false },
      }),
    ]),
    entryId: 'new',
    serverId: 'target',
    tool: toolNamed('send'),
    arguments: { text: argument },
  })
  expect(flows).toMatchObject([{ entryId: 'e1' }])
  // 400,000 characters are folded 32,768 and compared 16,384 at a time.
  expect(turns).toBeGreaterThan(35)
})

/** @threat provenance.costly-texts */
it('takes time in proportion where everything is alike', async () => {
  const alike = 'ab'.repeat(100_000)
  const began = performance.now()
  await find([gave('e1', 'mail', alike)], { text: alike.slice(1, 90_000) })
  // Compared place by place it would be ten thousand million steps.
  expect(performance.now() - began).toBeLessThan(15_000)
})

it('lists each source before further places of one', async () => {
  const many = Array.from({ length: 14 }, (_, at) => gave(`m${at}`, 'mail', `${SECRET} and ${at}`))
  const other = gave('v1', 'vault', 'Quetzalcoatl-Wolverine')
  const { flows, more } = await find([other, ...many], {
    text: `${SECRET}, Quetzalcoatl-Wolverine`,
  })
  expect(flows).toHaveLength(12)
  expect(more).toBe(3)
  expect(new Set(flows.map(({ from }) => from.kind === 'server' && from.serverId))).toEqual(
    new Set(['mail', 'vault']),
  )
})

/** @threat provenance.exfiltration */
it('an error that a server gave is a source', async () => {
  const failed = call('e1', 'mail', { status: 'failed', error: `Cannot send ${SECRET}` })
  expect((await find([failed], { text: SECRET })).flows).toMatchObject([{ entryId: 'e1' }])
})

/** @threat provenance.costly-texts */
it('a file that cannot be read now is reported, and read the next time', async () => {
  const source = { data: `x ${SECRET}`, encoding: 'utf8', mimeType: 'text/plain' } as const
  const kept = await stores.blobs.put(source)
  const content = [{ type: 'text' as const, text: 'x', kept }]
  const finder = new FlowFinder({ stores, pause })
  const asked = {
    turn: turnOf([call('e1', 'mail', { result: { content, isError: false } })]),
    entryId: 'new',
    serverId: 'target',
    tool: toolNamed('send'),
    arguments: { text: SECRET },
  }
  stores.blobs.clear()
  expect(await finder.find(asked)).toEqual({ flows: [], isUnread: true })
  await stores.blobs.put(source)
  expect(await finder.find(asked)).toMatchObject({ flows: [{ entryId: 'e1' }] })
})

it('says where the arguments, or what the person wrote, are more than is compared', async () => {
  const asked = {
    turn: turnOf([wrote('one'), { ...wrote('two'), id: 'u2' }, read]),
    entryId: 'new',
    serverId: 'target',
    tool: toolNamed('send'),
    arguments: { text: 'nothing of it is in here' },
  }
  const within = (limits: object) => new FlowFinder({ stores, pause }, limits).find(asked)
  expect(await within({})).toEqual({ flows: [] })
  expect(await within({ searched: 10 })).toEqual({ flows: [], isIncomplete: true })
  expect(await within({ known: 2 })).toEqual({ flows: [], isIncomplete: true })
})

/** @threat provenance.costly-texts */
it('a search that is stopped ends at once, and another one goes on', async () => {
  const stop = new AbortController()
  let turns = 0
  const finder = new FlowFinder({
    stores,
    pause() {
      turns += 1
      if (turns === 3) stop.abort()
      return Promise.resolve()
    },
  })
  const asked = {
    turn: turnOf([read]),
    entryId: 'new',
    serverId: 'target',
    tool: toolNamed('send'),
    arguments: { text: SECRET },
  }
  const stopped = finder.find(asked, stop.signal)
  expect(await stopped).toEqual({ flows: [], isIncomplete: true })
  expect(turns).toBe(3)
  expect((await finder.find(asked)).flows).toHaveLength(1)
})

/** @threat provenance.exfiltration */
it('a backslash before a letter does not hide it', async () => {
  const { flows } = await find([read], { text: SECRET.replace(/[nrtbfu]/g, '\\$&') })
  expect(flows).toMatchObject([{ entryId: 'e1' }])
})

it('finds what is there in stretches that overlap, each of which has too little by itself', async () => {
  const words = 'Halcyon Wisteria Quixotic Bramble'
  const folded = words.toLowerCase().replaceAll(' ', '')
  const stretches = Array.from({ length: folded.length - 11 }, (_, at) => folded.slice(at, at + 12))
  const { flows } = await find([gave('e1', 'mail', words)], {
    text: stretches.map((one, at) => `${one} ${at % 2 ? 'zz' : 'qq'}`).join(' '),
  })
  expect(flows).toMatchObject([{ entryId: 'e1', characters: folded.length }])
})

/** @threat provenance.exfiltration */
it('in pieces under other names over several calls', async () => {
  const pieces = SECRET.match(/.{1,7}/g) ?? []
  const before = pieces
    .slice(0, -1)
    .map((text, at) =>
      call(`s${at}`, 'target', { toolName: 'send', arguments: { [`part${at}`]: text } }),
    )
  const { flows } = await find([read, ...before], { last: pieces.at(-1) ?? '' })
  expect(flows).toMatchObject([{ how: 'split', entryId: 'e1' }])
})

it('what Gatehouse says of a call that was cancelled, or may have run, is no text of the server', async () => {
  const words = 'Gatehouse was quit before this call was over.'
  for (const status of ['cancelled', 'unknown'] as const)
    expect(await find([call('e1', 'mail', { status, error: words })], { text: words })).toEqual({
      flows: [],
    })
})
