import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createChatHarness, says, turnOver, type ReadyChat } from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'
import { fileEntryOf } from '../chat-files/file-entry.ts'
import { base64Of } from './testing/pictures.ts'

const bytesOf = (value: string): Uint8Array => new TextEncoder().encode(value)
/** One line after the first is one page. */
const pdfOf = (pages: number, end = ''): Uint8Array =>
  bytesOf(
    `%PDF-1.7\n${Array.from({ length: pages }, (_, at) => `page ${at + 1}`).join('\n')}${end}`,
  )
const report = { name: 'report.pdf', mimeType: '', bytes: pdfOf(3) }

const ENDPOINTS = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: 'http://127.0.0.1:2/v1',
  bedrock: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
} as const

const KINDS = {
  anthropic: 'anthropic',
  openai: 'openai-compatible',
  google: 'google',
  compatible: 'openai-compatible',
  bedrock: 'amazon-bedrock',
} as const
const CLAUDE = 'eu.anthropic.claude-sonnet-4-20250514-v1:0'

type Name = keyof typeof ENDPOINTS

/** Chooses a model of one of these APIs for the chat. */
async function choose(
  { host, chat }: ReadyChat,
  name: Name,
  { images, modelId = 'm' }: { images?: boolean; modelId?: string } = {},
): Promise<void> {
  const region = name === 'bedrock' ? { region: 'eu-central-1' } : {}
  const provider = await host.providers.save(
    { kind: KINDS[name], name, baseUrl: ENDPOINTS[name], key: null, ...region },
    { models: [{ id: modelId, contextWindow: 400_000, ...(images !== undefined && { images }) }] },
  )
  host.conversations.setModel(chat.id, { providerId: provider.id, modelId })
}

const ready = (answers = 3): Promise<ReadyChat> =>
  createChatHarness().ready(Array.from({ length: answers }, () => stepOf(says('Read.'))))

async function send({ host, chat, models }: ReadyChat): Promise<string> {
  host.chats.send(
    chat.id,
    'Sum up',
    host.attachments.list(chat.id).map(({ id }) => id),
  )
  await turnOver(host, chat)
  return JSON.stringify(models.requests.at(-1)?.messages)
}

it.each([
  ['anthropic', 'file'],
  ['google', 'file'],
  ['openai', 'file'],
  ['compatible', 'text'],
  ['bedrock', 'text'],
  ['bedrock', 'file', CLAUDE],
  ['bedrock', 'text', 'anthropic.claude-3-haiku-20240307-v1:0'],
] as const)('a PDF for %s is attached as %s', async (...[name, form, modelId]) => {
  const chat = await ready()
  await choose(chat, name, { ...(modelId && { modelId }) })
  const attached = await chat.host.attachments.attachFile(chat.chat.id, report)
  expect(attached).toMatchObject({ document: { form, count: 3 } })
  proves('chat.documents.file')
})

it('a PDF is sent as the file, counted by its pages, and kept with its message', async () => {
  const chat = await ready()
  await choose(chat, 'anthropic')
  const attached = await chat.host.attachments.attachFile(chat.chat.id, report)
  expect(attached).toMatchObject({ bytes: report.bytes.length })
  expect(attached.tokens).toBeGreaterThan(3 * 1600)
  const sent = await send(chat)
  expect(sent).toContain('(pdf, 3 pages; the file itself follows).')
  expect(sent).toContain(
    `"type":"document","mimeType":"application/pdf","data":"${base64Of(report.bytes)}"`,
  )
  expect(sent).not.toContain('page 2')
  const [entry] = chat.host.chats.view(chat.chat.id).turns[0]?.entries ?? []
  expect(entry).toMatchObject({
    attachments: [{ document: { form: 'file' }, source: { mimeType: 'application/pdf' } }],
  })
  // A file that another computer wrote could be another than the text that is shown.
  const exported = JSON.stringify(entry && fileEntryOf(entry))
  expect(exported).toContain('"form":"text"')
  expect(exported).not.toContain('"source"')
  // The next model takes none.
  await choose(chat, 'compatible')
  const later = await send(chat)
  expect(later).toContain('page 2')
  expect(later).not.toContain(base64Of(report.bytes))
})

it('a draft whose model takes no files any more is sent and kept as text', async () => {
  const chat = await ready()
  await choose(chat, 'anthropic')
  const file = await chat.host.attachments.attachFile(chat.chat.id, report)
  await choose(chat, 'anthropic', { images: false })
  expect(await send(chat)).toContain('page 2')
  const [entry] = chat.host.chats.view(chat.chat.id).turns[0]?.entries ?? []
  expect(entry).toMatchObject({
    attachments: [{ document: { form: 'text' }, tokens: file.tokens - 3 * 1600 }],
  })
  expect(JSON.stringify(entry)).not.toContain('"source"')
})

it('chosen pages are sent as text, and all of them as the file or as text, as the person says', async () => {
  const chat = await ready()
  const { attachments } = chat.host
  const { id } = chat.chat
  await choose(chat, 'anthropic')
  let { id: attached } = await attachments.attachFile(id, report)
  const formOf = async (choice: Parameters<typeof attachments.chooseOfDocument>[2]) => {
    const next = await attachments.chooseOfDocument(id, attached, choice)
    attached = next.id
    return next.kind === 'file' ? next.document?.form : undefined
  }
  expect(await formOf({ form: 'file', ranges: [{ from: 2, to: 2 }] })).toBe('text')
  expect(await formOf({ form: 'file' })).toBe('file')
  expect(await formOf({ form: 'text' })).toBe('text')
  expect(await send(chat)).toContain('page 3')
})

it('pages beyond what a request takes are sent as text', async () => {
  const chat = await ready()
  await choose(chat, 'anthropic')
  const { attachments } = chat.host
  const long = { name: 'long.pdf', mimeType: '', bytes: pdfOf(101) }
  expect(await attachments.attachFile(chat.chat.id, long)).toMatchObject({
    document: { form: 'text' },
  })
  const first = { name: 'first.pdf', mimeType: '', bytes: pdfOf(60) }
  const second = { name: 'second.pdf', mimeType: '', bytes: pdfOf(50, ' end') }
  expect(await attachments.attachFile(chat.chat.id, first)).toMatchObject({
    document: { form: 'file' },
  })
  expect(await attachments.attachFile(chat.chat.id, second)).toMatchObject({
    document: { form: 'text' },
  })
  await send(chat)
  // The newest message comes first: the file of the earlier one is its text then.
  await attachments.attachFile(chat.chat.id, second)
  const sent = await send(chat)
  expect(sent).toContain(base64Of(second.bytes))
  expect(sent).not.toContain(base64Of(first.bytes))
})

it('of files that are attached at once those are sent as files that fit together', async () => {
  const chat = await ready()
  await choose(chat, 'bedrock', { modelId: CLAUDE })
  const forms = async (pages: readonly number[]): Promise<unknown[]> => {
    const attached = await Promise.all(
      pages.map((count, at) =>
        chat.host.attachments.attachFile(chat.chat.id, {
          ...report,
          bytes: pdfOf(count, ` of ${at}`),
        }),
      ),
    )
    for (const { id } of attached) chat.host.attachments.detach(chat.chat.id, id)
    return attached.map((one) => one.kind === 'file' && one.document?.form)
  }
  expect(await forms([60, 50, 40])).toEqual(['file', 'text', 'file'])
  expect(await forms([1, 1, 1, 1, 1, 1])).toEqual(['file', 'file', 'file', 'file', 'file', 'text'])
})

const scan = { name: 'scan.pdf', mimeType: '', bytes: bytesOf('%PDF-1.7\nfirst\n\n\nfourth') }

it('of a scan whose file is not taken the pages without text are sent as pictures, unless the person says no', async () => {
  const chat = await ready()
  const { attachments } = chat.host
  await choose(chat, 'compatible')
  const attached = await attachments.attachFile(chat.chat.id, scan)
  expect(attached).toMatchObject({ document: { form: 'text', gaps: [] } })
  expect(attached.kind === 'file' && attached.pages?.map(({ number }) => number)).toEqual([2, 3])
  expect(attached.tokens).toBeGreaterThan(2 * 1600)
  const sent = await send(chat)
  expect(sent).toContain('this app read its text; pictures of 2 pages without text follow it')
  expect(sent.match(/"type":"image"/g)).toHaveLength(2)
  expect(sent).toMatch(/Page 2 of .{0,20}scan\.pdf.{0,4}, as a picture/)
  const [entry] = chat.host.chats.view(chat.chat.id).turns[0]?.entries ?? []
  expect(entry).toMatchObject({ attachments: [{ pages: [{ number: 2 }, { number: 3 }] }] })

  const { id } = await attachments.attachFile(chat.chat.id, scan)
  const choice = { form: 'text', pictures: false } as const
  const plain = await attachments.chooseOfDocument(chat.chat.id, id, choice)
  expect(plain).toMatchObject({ document: { gaps: [{ kind: 'pages-without-text', count: 2 }] } })
  expect(plain).not.toHaveProperty('pages')
  expect((await send(chat)).split('Sum up').at(-2)).not.toContain('as a picture')
  proves('chat.documents.scan')
})

it('no pages are drawn for a model that takes no pictures, nor more than a message takes', async () => {
  const chat = await ready()
  const { attachments } = chat.host
  await choose(chat, 'compatible', { images: false })
  expect(await attachments.attachFile(chat.chat.id, scan)).not.toHaveProperty('pages')
  await choose(chat, 'compatible')
  const long = { ...scan, bytes: bytesOf(`%PDF-1.7\nfirst${'\n'.repeat(30)}`) }
  expect(await attachments.attachFile(chat.chat.id, long)).toMatchObject({
    pages: { length: 20 },
    document: { gaps: [{ kind: 'pages-without-text', count: 10 }] },
  })
  expect(await attachments.attachFile(chat.chat.id, scan)).not.toHaveProperty('pages')
})
