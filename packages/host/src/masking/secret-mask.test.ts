import type { ServerConfig } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createEventRecorder, createMemoryVault } from '../testing/index.ts'
import { secretValuesOf, createSecretMask } from './secret-mask.ts'
import { createServerJournal } from '../servers/server-journal.ts'

const config: ServerConfig = {
  id: 'one',
  name: 'one',
  hue: 0,
  transport: {
    kind: 'http',
    url: 'http://127.0.0.1:1/mcp',
    headers: [
      { name: 'X-Team', value: { kind: 'plain', value: 'gardeners' } },
      { name: 'Authorization', value: { kind: 'plain', value: 'Bearer plain-token' } },
      { name: 'X-Pass', value: { kind: 'secret', ref: 'pass' } },
      { name: 'X-Gone', value: { kind: 'secret', ref: 'gone' } },
    ],
  },
  protocol: 'auto',
  start: 'demand',
  requestTimeoutMs: 1000,
  createdAt: 1,
}

describe('secrets of a server', () => {
  it('reach no frame, log line or failure when the server echoes them', async () => {
    const vault = createMemoryVault()
    vault.secrets.set('pass', 'hunter22')
    const events = createEventRecorder()
    const journal = createServerJournal('one', events)
    journal.mask(createSecretMask(await secretValuesOf(config, vault)))
    journal.frame({
      at: 1,
      direction: 'in',
      kind: 'response',
      bytes: 9,
      truncated: false,
      message: { result: { env: ['X-Pass=hunter22', 'plain-token'], 'key hunter22': 1, n: 7 } },
    })
    journal.log({ at: 1, source: 'stderr', level: 'info', text: 'got hunter22 of gardeners' })
    const failure = journal.masked({
      code: 'exited',
      message: 'ended: hunter22',
      detail: 'Bearer plain-token',
      lastLines: ['hunter22'],
    })
    const seen = JSON.stringify([
      events.recorded,
      journal.frames(0, 9),
      journal.logs(0, 9),
      failure,
    ])
    expect(seen).not.toMatch(/hunter22|plain-token/)
    expect(seen).toContain('gardeners')
    expect(seen).toContain('X-Pass=••••••')
    expect(seen).toContain('"n":7')
  })

  it('are shown when they come in the spelling of an address or of a message cut off', async () => {
    const vault = createMemoryVault()
    vault.secrets.set('pass', 'p@ss "word"/1')
    const mask = createSecretMask(await secretValuesOf(config, vault))
    expect(mask.text('HTTP_PROXY=http://ada:p%40ss%20%22word%22%2F1@proxy:1')).not.toContain('word')
    expect(mask.text('{"result":"p@ss \\"word\\"/1')).not.toContain('p@ss')
  })

  /** @threat inbound.echoed-secrets */
  it.each([
    ['as it is', 'p@ss "wörd"/1+ü'],
    ['in the text of a message', String.raw`p@ss \"wörd\"/1+ü`],
    ['in the text of a message that keeps to ASCII', String.raw`p@ss \"w\u00f6rd\"/1+\u00fc`],
    ['in an address', 'p%40ss%20%22w%C3%B6rd%22%2F1%2B%C3%BC'],
    ['in an address, in small letters', 'p%40ss%20%22w%c3%b6rd%22%2f1%2b%c3%bc'],
    ['in a form', 'p%40ss+%22w%C3%B6rd%22%2F1%2B%C3%BC'],
    [
      'with every byte as a code',
      [...Buffer.from('p@ss "wörd"/1+ü')].map((byte) => `%${byte.toString(16)}`).join(''),
    ],
    ['in base64', Buffer.from('p@ss "wörd"/1+ü').toString('base64')],
    ['in base64 after one byte', Buffer.from('xp@ss "wörd"/1+ü').toString('base64')],
    ['in base64 as it signs in', Buffer.from('ada:p@ss "wörd"/1+ü').toString('base64')],
    ['in base64 for addresses', Buffer.from('ada:p@ss "wörd"/1+ü').toString('base64url')],
  ])('are hidden %s, in values, keys and amid other text', (_how, spelled) => {
    const mask = createSecretMask(['p@ss "wörd"/1+ü'])
    const core = spelled.slice(4, -4)
    const seen = JSON.stringify(
      mask.value({ [spelled]: [`before ${spelled} after`, { a: spelled }] }),
    )
    expect(seen).toContain('••••••')
    expect(seen).not.toContain(JSON.stringify(core).slice(1, -1))
  })

  it('are hidden in numbers, and two hidden keys stay two members', () => {
    const mask = createSecretMask(['12345678', 'abcdefgh'])
    expect(mask.value({ pin: 12345678, other: 7 })).toEqual({ pin: '••••••', other: 7 })
    expect(Object.keys(mask.value({ '12345678': 1, abcdefgh: 2 }))).toHaveLength(2)
  })

  it('cost nothing where there are none: the same value comes back', () => {
    const value = { a: [{ b: 'text' }], n: 1 }
    expect(createSecretMask(['another-secret']).value(value)).toBe(value)
    expect(createSecretMask([]).isEmpty).toBe(true)
  })

  it('are looked for in time that grows with the text, not with their number', () => {
    const mask = createSecretMask(
      Array.from({ length: 40 }, (_, index) => `token-number-${index}-of-many`),
    )
    const value = Array.from({ length: 16 }, () => 'x'.repeat(1_000_000))
    const started = process.cpuUsage()
    expect(mask.value(value)).toBe(value)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000)
  })

  it('of one or two characters do not make everything unreadable', () => {
    expect(createSecretMask(['a', '1']).text('a 1 day')).toBe('a 1 day')
  })

  it('that hold one another are hidden whole', () => {
    expect(createSecretMask(['token', 'token-extended']).text('token-extended')).toBe('••••••')
  })

  const TOKEN = 'Zq7vWx81LmNop2RstUvXy93aBcDeFgHiJkL0'
  const quoted = `a"b\\c${TOKEN}`
  async function maskOf(name: string, value: string) {
    const header = { name, value: { kind: 'plain' as const, value } }
    const given = { ...config, transport: { ...config.transport, headers: [header] } }
    return createSecretMask(await secretValuesOf(given, createMemoryVault()))
  }

  /**
   * @threat streams.parts-of-secrets
   * @attacker server
   * @tries To have a part of its secret shown or kept: cut off before it is looked for, decoded from Basic, one cookie
   * of several, in capitals or in HTML.
   * @stoppedBy The mask knows the parts of what was given, other spellings, either case, and the beginning of a secret
   * at the end of a text that was cut.
   * @remains A spelling that no encoder makes: reversed, or with signs between.
   */
  it.each([
    [
      'Basic in clear',
      'Authorization',
      `Basic ${btoaOf(`ada:${TOKEN}`)}`,
      `failed for ada:${TOKEN}`,
    ],
    ['a key as the user of Basic', 'Authorization', `Basic ${btoaOf(`${TOKEN}:`)}`, `no ${TOKEN}`],
    ['one of several cookies', 'Cookie', `lang=de; session=${TOKEN}`, `unknown session ${TOKEN}`],
    ['the tail of a key', 'X-Api-Key', `id:${TOKEN}`, `bad secret ${TOKEN}`],
    ['a password in an address', 'X-Token', `postgres://ada:${TOKEN}@db/x`, `for ada: ${TOKEN}`],
    ['a member of a key file', 'X-Token', JSON.stringify({ private_key: TOKEN }), `read ${TOKEN}`],
    ['capital letters', 'X-Api-Key', TOKEN, `no ${TOKEN.toUpperCase()}`],
    ['small letters', 'X-Api-Key', TOKEN, `no ${TOKEN.toLowerCase()}`],
    ['HTML', 'X-Api-Key', `${TOKEN}&<"x'>`, `no ${TOKEN}&amp;&lt;&quot;x&#39;&gt;`],
    ['a message in a message', 'X-Api-Key', quoted, JSON.stringify(JSON.stringify({ k: quoted }))],
  ])('come through as %s', async (...[, name, value, echo]) => {
    const mask = await maskOf(name, value)
    expect(mask.text(echo).toLowerCase()).not.toContain(TOKEN.slice(8, 20).toLowerCase())
    expect(mask.text('lang=de, ada, postgres and db stay')).toBe(
      'lang=de, ada, postgres and db stay',
    )
  })

  /** @threat streams.parts-of-secrets */
  it.each([
    ['at the end of an error', (start: string) => `${'x'.repeat(280)}${start}`],
    ['before a note that a line was cut', (start: string) => `got ${start}… (cut; it has 9 bytes)`],
    ['where a sign was cut too', (start: string) => `${'x'.repeat(280)}${start}\uFFFD`],
  ])('come through in part, cut %s', (_where, cut) => {
    const mask = createSecretMask([TOKEN])
    for (let length = 8; length < TOKEN.length; length += 1)
      expect(mask.text(cut(TOKEN.slice(0, length)))).not.toContain(TOKEN.slice(0, 8))
  })

  it('hide what is not a cut secret: a short text that ends as one begins', () => {
    const mask = createSecretMask(['postgres://ada:hunter22@db'])
    expect(mask.value({ driver: 'postgres' })).toEqual({ driver: 'postgres' })
  })
})

function btoaOf(text: string): string {
  return Buffer.from(text).toString('base64')
}
