import { ATTACHMENT_LIMITS, isGatehouseError } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createChatHarness,
  lastTurn,
  says,
  turnOver,
  until,
  type ChatHarness,
  type ReadyChat,
} from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'
import type { PromptRequest } from '../../ports/index.ts'
import { base64Of, pngOf } from './testing/pictures.ts'

const answer = stepOf(says('Seen.'))
const text = (value: string): Uint8Array =>
  Uint8Array.from(Array.from(value, (character) => character.charCodeAt(0)))
const notes = { name: 'notes.txt', mimeType: 'text/plain', bytes: text('one\ntwo') }
const picture = { name: 'shot.png', mimeType: 'image/png', bytes: pngOf(1500, 1000) }

async function codeOf(work: Promise<unknown> | (() => unknown)): Promise<string> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (isGatehouseError(error)) return error.code
    throw error
  }
  return 'it passed'
}

const idsIn = ({ host, chat }: ReadyChat): string[] =>
  host.chats.view(chat.id).attachments.map(({ id }) => id)

describe('files of a draft', () => {
  /** @threat attachments.path */
  it('have the type that their bytes show, with what they cost, and the window is notified', async () => {
    const harness = createChatHarness()
    const ready = await harness.ready([])
    const { host, chat } = ready
    await host.attachments.attachFile(chat.id, { ...notes, name: '/home/ada/notes.txt' })
    await host.attachments.attachFile(chat.id, { ...picture, mimeType: 'text/html' })
    const { attachments } = host.chats.view(chat.id)
    expect(attachments).toMatchObject([
      {
        kind: 'file',
        name: 'notes.txt',
        mimeType: 'text/plain',
        bytes: 7,
        tokens: 2,
        content: { type: 'text', text: 'one\ntwo' },
      },
      {
        kind: 'file',
        name: 'shot.png',
        mimeType: 'image/png',
        tokens: 1600,
        picture: { width: 1500, height: 1000 },
        content: { type: 'image', mimeType: 'image/png' },
      },
    ])
    const reported = harness.events.recorded.filter(
      ({ name }) => name === 'chat.attachments-changed',
    )
    // Each is sent once, when it comes.
    expect(reported.map(({ payload }) => payload)).toEqual(
      attachments.map((one, at) => ({
        id: chat.id,
        attachmentIds: attachments.slice(0, at + 1).map(({ id }) => id),
        changed: [one],
      })),
    )
  })

  /** @threat attachments.huge-picture */
  it('are refused in words when no model could read them', async () => {
    const { host, chat } = await createChatHarness().ready([])
    const attach = (bytes: Uint8Array) =>
      codeOf(host.attachments.attachFile(chat.id, { name: 'x', mimeType: 'image/png', bytes }))
    expect(await attach(text('%PDF-1.7\ndamaged'))).toBe('attachment/document-damaged')
    expect(await attach(text('%PDF-1.7\n '))).toBe('attachment/document-no-text')
    expect(await attach(text('Rar!'))).toBe('attachment/unsupported')
    expect(await attach(text(' \n'))).toBe('attachment/empty')
    expect(await attach(new Uint8Array(0))).toBe('attachment/empty')
    expect(await attach(new Uint8Array(ATTACHMENT_LIMITS.fileBytes + 1))).toBe(
      'attachment/file-too-large',
    )
    expect(await attach(pngOf(30_000, 30_000))).toBe('attachment/picture-too-large')
    expect(host.chats.view(chat.id).attachments).toEqual([])
  })

  it('are documents whose text is sent, of the pages that are chosen, and never their bytes', async () => {
    const ready = await createChatHarness().ready([answer])
    const { host, chat } = ready
    const bytes = text('%PDF-1.7\none\ntwo\nthree\nfour')
    const file = { name: 'report.pdf', mimeType: '', bytes }
    const whole = await host.attachments.attachFile(chat.id, file)
    expect(whole).toMatchObject({
      mimeType: 'application/pdf',
      content: { type: 'text', text: 'one\ntwo\nthree\nfour' },
      document: { format: 'pdf', form: 'text', unit: 'page', count: 4, characters: 18 },
      bytes: 18,
    })
    const ranges = [
      { from: 3, to: 9 },
      { from: 1, to: 1 },
    ]
    const choice = { form: 'text' as const, ranges }
    const chosen = await host.attachments.chooseOfDocument(chat.id, whole.id, choice)
    expect(chosen).toMatchObject({
      content: { text: 'one\nthree\nfour' },
      document: {
        ranges: [
          { from: 1, to: 1 },
          { from: 3, to: 4 },
        ],
      },
    })
    // What was shown before is not what is sent.
    expect(() => host.chats.send(chat.id, 'Sum up', [whole.id])).toThrow('changed')
    host.chats.send(chat.id, 'Sum up', [chosen.id])
    await turnOver(host, chat)
    const sent = JSON.stringify(ready.models.requests.at(-1)?.messages)
    expect(sent).toContain('(pdf, 4 pages, of which you are given 1, 3-4; this app read its text)')
    expect(sent).toContain('one\\nthree\\nfour')
    expect(sent).not.toContain('two')
    expect(sent).not.toContain('%PDF')
    expect(await codeOf(host.attachments.chooseOfDocument(chat.id, chosen.id, choice))).toBe(
      'attachment/changed',
    )
  })

  it('are texts that are also documents, sent as they are where the person wants that', async () => {
    const { host, chat } = await createChatHarness().ready([])
    const bytes = text('<html>\n<p>damaged')
    const file = { name: 'page.html', mimeType: 'text/html', bytes }
    const page = await host.attachments.attachFile(chat.id, file)
    expect(page).toMatchObject({ document: { form: 'text' }, content: { text: '<p>damaged' } })
    const source = { form: 'source' as const }
    expect(await host.attachments.chooseOfDocument(chat.id, page.id, source)).toMatchObject({
      document: { form: 'source', format: 'html' },
      content: { text: '<html>\n<p>damaged' },
    })
    const broken = { name: 'page.html', mimeType: '', bytes: text('<html>\ndamaged') }
    // One that cannot be read is a text all the same.
    expect(await host.attachments.attachFile(chat.id, broken)).toMatchObject({
      document: { form: 'source' },
      content: { text: '<html>\ndamaged' },
    })
  })

  it('are read in the encoding that is likely, or another one, and sent in that alone', async () => {
    const ready = await createChatHarness().ready([answer])
    const { host, chat } = ready
    // In GB 18030 it is a name; in Big5 and windows-1252 other words, in UTF-8 nothing.
    const bytes = Uint8Array.of(0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31)
    const file = { name: 'staff.csv', mimeType: 'text/csv', bytes }
    const guessed = await host.attachments.attachFile(chat.id, file)
    expect(guessed).toMatchObject({
      encoding: 'gb18030',
      mimeType: 'text/csv',
      bytes: 6,
      content: { type: 'text', text: '姓名,1' },
    })
    const as = (id: string, encoding: 'utf-8' | 'windows-1252' | 'gb18030') =>
      host.attachments.readAs(chat.id, id, encoding)
    expect(await codeOf(as(guessed.id, 'utf-8'))).toBe('attachment/not-in-encoding')
    const changed = await as(guessed.id, 'windows-1252')
    expect(changed).toMatchObject({ encoding: 'windows-1252', content: { text: 'ÐÕÃû,1' } })
    expect(await codeOf(as(guessed.id, 'gb18030'))).toBe('attachment/changed')
    const again = await as(changed.id, 'gb18030')
    expect(idsIn(ready)).toEqual([again.id])
    host.chats.send(chat.id, 'Who?', [again.id])
    await turnOver(host, chat)
    const [sent] = lastTurn(host, chat).entries
    expect(sent).toMatchObject({
      attachments: [{ encoding: 'gb18030', content: { text: '姓名,1' } }],
    })
    expect(sent).not.toHaveProperty('attachments.0.source')
    proves('chat.attachments.encoding')
  })

  /** @threat attachments.huge-picture */
  it('are only so many, and only so much', async () => {
    const { host, chat } = await createChatHarness().ready([])
    const large = (byte: number) => ({ ...notes, bytes: new Uint8Array(4_900_000).fill(byte) })
    for (let count = 0; count < 3; count += 1)
      await host.attachments.attachFile(chat.id, large(97 + count))
    expect(await codeOf(host.attachments.attachFile(chat.id, large(120)))).toBe(
      'attachment/too-much',
    )
    for (let count = 3; count < ATTACHMENT_LIMITS.count; count += 1)
      await host.attachments.attachFile(chat.id, notes)
    expect(await codeOf(host.attachments.attachFile(chat.id, notes))).toBe('attachment/too-many')
  })

  it('of which a model is given only the beginning say so', async () => {
    const { host, chat } = await createChatHarness().ready([])
    const long = { ...notes, bytes: text('x'.repeat(ATTACHMENT_LIMITS.textCharacters + 4)) }
    const attached = await host.attachments.attachFile(chat.id, long)
    expect(attached).toMatchObject({
      shortened: true,
      tokens: ATTACHMENT_LIMITS.textCharacters / 4,
    })
  })
})

/** Actions of a person; some refer to places in the attachment where there is nothing. */
type Act =
  | { kind: 'attach'; text: string }
  | { kind: 'detach'; at: number }
  | { kind: 'send'; ids: number[] }

describe('what is sent', () => {
  /**
   * @threat attachments.other-set
   * @attacker page
   * @tries To send other attachments than those that are shown, or some twice.
   * @stoppedBy Main keeps what is attached and never changes it; a message that does not name just these, in their
   * order, is not sent.
   */
  it('is just what was shown: anything else sends nothing', async () => {
    const ready = await createChatHarness().ready([answer])
    const { host, chat } = ready
    const { id } = await host.attachments.attachFile(chat.id, notes)
    const send = (ids: string[]) => codeOf(() => host.chats.send(chat.id, 'Look', ids))
    expect(await send([])).toBe('attachment/changed')
    expect(await send([id, id])).toBe('attachment/changed')
    expect(await send(['other'])).toBe('attachment/changed')
    const second = await host.attachments.attachFile(chat.id, picture)
    expect(await send([id])).toBe('attachment/changed')
    expect(await send([second.id, id])).toBe('attachment/changed')
    expect(host.chats.view(chat.id).turns).toEqual([])
    host.attachments.detach(chat.id, second.id)
    host.chats.send(chat.id, 'Look', [id])
    await turnOver(host, chat)
    expect(lastTurn(host, chat).entries[0]).toMatchObject({ text: 'Look', attachments: [{ id }] })
    expect(idsIn(ready)).toEqual([])
  })

  it('is what the window was sent last, whatever was attached, removed and tried before', async () => {
    const act: fc.Arbitrary<Act> = fc.oneof(
      fc.record({ kind: fc.constant('attach' as const), text: fc.stringMatching(/^[a-z]{1,8}$/) }),
      fc.record({ kind: fc.constant('detach' as const), at: fc.nat(4) }),
      fc.record({ kind: fc.constant('send' as const), ids: fc.array(fc.nat(4), { maxLength: 4 }) }),
    )
    const check = async (acts: Act[]): Promise<void> => {
      const harness = createChatHarness()
      const { host, chat } = await harness.ready(acts.map(() => answer))
      const last = () => {
        const sent = harness.events.recorded.flatMap(({ name, payload }) =>
          name === 'chat.attachments-changed' && 'attachmentIds' in payload ? [payload] : [],
        )
        const known = new Map(sent.flatMap(({ changed }) => changed).map((one) => [one.id, one]))
        return (sent.at(-1)?.attachmentIds ?? []).flatMap((id) => known.get(id) ?? [])
      }
      const got: unknown[] = []
      const wanted: unknown[] = []
      const send = async (places: number[]): Promise<void> => {
        const before = last()
        const ids = places.map((at) => before[at]?.id ?? 'none')
        const isShown = JSON.stringify(ids) === JSON.stringify(before.map(({ id }) => id))
        const count = host.chats.view(chat.id).turns.length
        const code = await codeOf(() => host.chats.send(chat.id, 'Look', ids))
        await until(() => !host.chats.view(chat.id).isRunning)
        const turns = host.chats.view(chat.id).turns.slice(count)
        const first = turns.flatMap(({ entries }) => entries).slice(0, 1)
        got.push([code, first.map((entry) => 'attachments' in entry && entry.attachments)])
        const whole = before.length > 0 && before
        wanted.push(isShown ? ['it passed', [whole]] : ['attachment/changed', []])
      }
      for (const one of acts) {
        if (one.kind === 'attach')
          await host.attachments.attachFile(chat.id, { ...notes, bytes: text(one.text) })
        else if (one.kind === 'detach')
          host.attachments.detach(chat.id, last()[one.at]?.id ?? 'none')
        else await send(one.ids)
      }
      expect(got).toEqual(wanted)
    }
    await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 12 }), check), { numRuns: 60 })
  })

  it('may be attachments alone, and names the chat after the first', async () => {
    const { host, chat } = await createChatHarness().ready([answer])
    expect(await codeOf(() => host.chats.send(chat.id, ' ', []))).toBe('chat/no-message')
    const { id } = await host.attachments.attachFile(chat.id, notes)
    host.chats.send(chat.id, '', [id])
    await turnOver(host, chat)
    expect(host.conversations.get(chat.id).title).toBe('notes.txt')
  })

  it('stays with the message when it is tried again or edited', async () => {
    const { host, chat } = await createChatHarness().ready([answer, answer, answer])
    const one = await host.attachments.attachFile(chat.id, notes)
    const two = await host.attachments.attachFile(chat.id, picture)
    const first = host.chats.send(chat.id, 'Look', [one.id, two.id]).id
    await turnOver(host, chat)
    host.chats.retry(chat.id, first)
    await turnOver(host, chat)
    expect(lastTurn(host, chat).entries[0]).toMatchObject({ attachments: [one, two] })
    host.chats.edit(chat.id, first, { text: 'Only this', attachmentIds: [two.id] })
    await turnOver(host, chat)
    expect(lastTurn(host, chat).entries[0]).toMatchObject({ text: 'Only this', attachments: [two] })
    const edit = (ids: string[]) => () =>
      host.chats.edit(chat.id, first, { text: 'x', attachmentIds: ids })
    expect(await codeOf(edit(['other']))).toBe('attachment/changed')
  })
})

describe('what a server gives to be attached', () => {
  const withServer = async (features: NonNullable<ChatHarness['server']['features']>) => {
    const harness = createChatHarness()
    harness.server.features = features
    const ready = await harness.ready([])
    const serverId = ready.host.servers.list()[0]?.config.id ?? ''
    return { ...ready, serverId }
  }

  /** @threat attachments.false-type */
  it('is a resource as it was when main read it, under the address that was asked for', async () => {
    const { host, chat, serverId } = await withServer({
      readResource: () =>
        Promise.resolve({
          contents: [
            { uri: 'file:///etc/passwd', mimeType: 'text/plain', text: 'not what was asked for' },
            { uri: 'file:///a.png', mimeType: 'text/html', blob: base64Of(pngOf(30, 20)) },
            { uri: 'file:///b.png', mimeType: 'image/png', blob: base64Of(text('no picture')) },
          ],
        }),
    })
    const attached = await host.attachments.attachResource(chat.id, {
      serverId,
      uri: 'notes://today',
    })
    expect(attached).toMatchObject({
      kind: 'resource',
      serverName: 'files',
      uri: 'notes://today',
      name: 'today',
      contents: [
        { resource: { uri: 'file:///etc/passwd', text: 'not what was asked for' } },
        { resource: { mimeType: 'image/png', kept: { bytes: 45 } } },
        { resource: { mimeType: 'application/octet-stream' } },
      ],
    })
    expect(host.chats.view(chat.id).attachments).toEqual([attached])
  })

  it('is a prompt with its messages in their roles', async () => {
    const asked: unknown[] = []
    const { host, chat, serverId } = await withServer({
      getPrompt: ({ name, arguments: args }: PromptRequest) => {
        asked.push([name, args])
        return Promise.resolve({
          messages: [
            { role: 'user', content: { type: 'text', text: 'Review it' } },
            { role: 'assistant', content: { type: 'text', text: 'I will.' } },
          ],
        })
      },
    })
    const attached = await host.attachments.attachPrompt(chat.id, {
      serverId,
      name: 'review',
      arguments: { pr: '41' },
    })
    expect(asked).toEqual([['review', { pr: '41' }]])
    expect(attached).toMatchObject({
      kind: 'prompt',
      promptName: 'review',
      title: 'review',
      arguments: { pr: '41' },
      messages: [
        { role: 'user', content: { type: 'text', text: 'Review it' } },
        { role: 'assistant', content: { type: 'text', text: 'I will.' } },
      ],
    })
  })

  it('is refused when there is nothing in it that a model reads, or the chat is gone meanwhile', async () => {
    let contents: { uri: string; blob?: string; text?: string }[] = []
    const { host, chat, serverId } = await withServer({
      readResource: () => Promise.resolve({ contents }),
    })
    const attach = () => codeOf(host.attachments.attachResource(chat.id, { serverId, uri: 'a:b' }))
    expect(await attach()).toBe('attachment/empty')
    contents = [{ uri: 'a:b', blob: base64Of(text('%PDF')) }]
    expect(await attach()).toBe('attachment/unsupported')
    contents = [{ uri: 'a:b', text: 'x' }]
    const late = attach()
    host.conversations.remove(chat.id)
    expect(await late).toBe('chat/not-found')
  })
})
