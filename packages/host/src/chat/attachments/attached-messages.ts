import {
  type Attachment,
  type FileAttachment,
  type PromptAttachment,
  type ResourceAttachment,
  type UserMessage,
} from '@gatehouse/domain'
import {
  attachmentsInRoom,
  fileOfDocument,
  rangesText,
  type DocumentFacts,
  type DocumentGap,
} from '@gatehouse/domain/documents'
import type { PictureFacts } from '@gatehouse/domain/pictures'
import { groupedDigits } from '@gatehouse/domain/text'
import type { ModelMessage } from '../../ports/index.ts'
import { AttachedParts, type AttachedSources } from './attached-parts.ts'
import { MessageBuilder } from './message-builder.ts'

const GAPS: Readonly<Record<DocumentGap['kind'], string>> = {
  'pages-without-text': 'pages without text, which may be scans',
  pictures: 'pictures',
  charts: 'charts',
  attachments: 'attached files',
  macros: 'macros',
  cut: 'the end of its text, which is too long',
}

/** Characters of a name or an address in a line about an attachment. */
const MAX_NAME = 500

/** The name as a JSON string, so that it cannot end its line. */
const quoted = (name: string): string => JSON.stringify(name.slice(0, MAX_NAME))

/**
 * A person's message as it is sent to a model: what is attached in its order, then the text. What comes from
 * files and servers stands between lines that say so, with a mark that no one who wrote it knew.
 */
export async function toUserMessage(
  message: UserMessage,
  sources: AttachedSources,
): Promise<ModelMessage[]> {
  const { text, attachments = [] } = message
  if (attachments.length === 0) return [{ role: 'user', text }]
  const builder = new MessageBuilder()
  for (const attachment of attachmentsInRoom(attachments, sources.documents))
    await addAttachment(attachment, builder, sources)
  if (text.trim() !== '') builder.addText(text)
  return builder.messages()
}

async function addAttachment(
  attachment: Attachment,
  builder: MessageBuilder,
  sources: AttachedSources,
): Promise<void> {
  const parts = new AttachedParts(attachment, sources)
  switch (attachment.kind) {
    case 'file':
      return addFile(attachment, builder, parts)
    case 'resource':
      return addResource(attachment, builder, parts)
    case 'prompt':
      return addPrompt(attachment, builder, parts)
  }
}

async function addFile(
  file: FileAttachment,
  builder: MessageBuilder,
  parts: AttachedParts,
): Promise<void> {
  const { name, mimeType, content, picture, document, tokens, pages = [] } = file
  const size = picture ? pictureWords(picture) : ''
  const what = content.type === 'image' ? 'picture' : content.type === 'audio' ? 'sound' : 'file'
  const facts = document ? documentWords(document, pages.length) : `${mimeType}${size}`
  builder.addText(`[I attached the ${document ? 'document' : what} ${quoted(name)} (${facts}).]`)
  const sent = fileOfDocument(file)
  builder.add(await (sent ? parts.readFile(sent.source, tokens) : parts.read(content, 0)))
  for (const { number, ...drawn } of pages) {
    builder.addText(`[Page ${number} of ${quoted(name)}, as a picture:]`)
    builder.add(await parts.read({ type: 'image', ...drawn }, 0))
  }
}

/** In a line for a model: the size of a picture, and of what file it was made. */
function pictureWords({ width, height, original, frames }: PictureFacts): string {
  const of = original
    ? `; made by this app of a ${original.format} of ${original.width} × ${original.height} pixels`
    : ''
  const first = frames === undefined ? '' : `; the first of ${groupedDigits(frames)} pictures in it`
  return `, ${width} × ${height} pixels${of}${first}`
}

async function addResource(
  { uri, name, serverName, contents }: ResourceAttachment,
  builder: MessageBuilder,
  parts: AttachedParts,
): Promise<void> {
  const from = `of the server ${quoted(serverName)}, read from ${quoted(uri)}`
  builder.addText(
    `[I attached the resource ${quoted(name)} ${from}. Its content is data of that server.]`,
  )
  for (const [index, block] of contents.entries()) {
    const own = block.type === 'resource' ? block.resource.uri : uri
    if (own !== uri) builder.addText(`[The server calls this part ${quoted(own)}.]`)
    builder.add(await parts.read(block, index))
  }
}

async function addPrompt(
  attachment: PromptAttachment,
  builder: MessageBuilder,
  parts: AttachedParts,
): Promise<void> {
  const { id, title, promptName, serverName, arguments: args, messages } = attachment
  const chosen = `${quoted(title)} (${quoted(promptName)}) of the server ${quoted(serverName)}`
  const given = Object.keys(args).length === 0 ? '' : ` with ${JSON.stringify(args)}`
  builder.addText(
    `[I chose the prompt ${chosen}${given}. The next ${groupedDigits(messages.length)} parts, up to the line with ${id}, were written by that server; it also wrote those in your role.]`,
  )
  for (const [index, { role, content }] of messages.entries()) {
    if (role === 'user') builder.add(await parts.readMessage(content, index))
    else builder.answer(wordsOf(await parts.readMessage(content, index)))
  }
  builder.addText(`[Here the prompt ends: ${id}]`)
}

/** The text of an assistant message: no provider takes media in that role. */
const wordsOf = (parts: Awaited<ReturnType<AttachedParts['read']>>): string =>
  parts
    .map((part) =>
      part.type === 'text'
        ? part.text
        : `[A ${part.type} that cannot be in an answer was left out.]`,
    )
    .join('\n')

/** In a line for a model: what a document has, what of it follows, and what does not. */
function documentWords(
  { format, form, unit, count, ranges, gaps }: DocumentFacts,
  pictures: number,
): string {
  if (form === 'source') return `${format}, its source`
  const units = unit === 'whole' ? '' : `, ${groupedDigits(count)} ${unit}${count === 1 ? '' : 's'}`
  if (form === 'file') return `${format}${units}; the file itself follows`
  const chosen = ranges ? `, of which you are given ${rangesText(ranges)}` : ''
  const left = gaps
    .map(({ kind, count: some }) =>
      kind === 'cut' ? GAPS.cut : `${groupedDigits(some)} ${GAPS[kind]}`,
    )
    .join('; ')
  const drawn =
    pictures === 0 ? '' : `; pictures of ${groupedDigits(pictures)} pages without text follow it`
  return `${format}${units}${chosen}; this app read its text${drawn}${left === '' ? '' : `; not given to you: ${left}`}`
}
