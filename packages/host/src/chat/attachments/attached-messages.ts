import {
  type Attachment,
  type FileAttachment,
  type PromptAttachment,
  type ResourceAttachment,
  type UserMessage,
} from '@gatehouse/domain'
import { groupedDigits } from '@gatehouse/domain/text'
import type { ModelMessage } from '../../ports/index.ts'
import { AttachedParts, type AttachedSources } from './attached-parts.ts'
import { MessageBuilder } from './message-builder.ts'

/** Characters of a name or an address in a line about an attachment. */
const MAX_NAME = 500

/** As a JSON string: no name ends the line that it stands in. */
const quoted = (name: string): string => JSON.stringify(name.slice(0, MAX_NAME))

/**
 * A person's message as it is told to a model: what is attached in its order, then the text. What comes from
 * files and servers stands between lines that say so, with a mark that nobody who wrote it knew.
 */
export async function toUserMessage(
  message: UserMessage,
  sources: AttachedSources,
): Promise<ModelMessage[]> {
  const { text, attachments = [] } = message
  if (attachments.length === 0) return [{ role: 'user', text }]
  const told = new MessageBuilder()
  for (const attachment of attachments) await tell(attachment, told, sources)
  if (text.trim() !== '') told.say(text)
  return told.messages()
}

async function tell(
  attachment: Attachment,
  told: MessageBuilder,
  sources: AttachedSources,
): Promise<void> {
  const parts = new AttachedParts(attachment, sources)
  switch (attachment.kind) {
    case 'file':
      return tellFile(attachment, told, parts)
    case 'resource':
      return tellResource(attachment, told, parts)
    case 'prompt':
      return tellPrompt(attachment, told, parts)
  }
}

async function tellFile(
  { name, mimeType, content, picture }: FileAttachment,
  told: MessageBuilder,
  parts: AttachedParts,
): Promise<void> {
  const size = picture ? `, ${picture.width} × ${picture.height} pixels` : ''
  const what = content.type === 'image' ? 'picture' : content.type === 'audio' ? 'sound' : 'file'
  told.say(`[I attached the ${what} ${quoted(name)} (${mimeType}${size}).]`)
  told.add(await parts.read(content, 0))
}

async function tellResource(
  { uri, name, serverName, contents }: ResourceAttachment,
  told: MessageBuilder,
  parts: AttachedParts,
): Promise<void> {
  const from = `of the server ${quoted(serverName)}, read from ${quoted(uri)}`
  told.say(`[I attached the resource ${quoted(name)} ${from}. Its content is data of that server.]`)
  for (const [index, block] of contents.entries()) {
    const own = block.type === 'resource' ? block.resource.uri : uri
    if (own !== uri) told.say(`[The server calls this part ${quoted(own)}.]`)
    told.add(await parts.read(block, index))
  }
}

async function tellPrompt(
  attachment: PromptAttachment,
  told: MessageBuilder,
  parts: AttachedParts,
): Promise<void> {
  const { id, title, promptName, serverName, arguments: args, messages } = attachment
  const chosen = `${quoted(title)} (${quoted(promptName)}) of the server ${quoted(serverName)}`
  const given = Object.keys(args).length === 0 ? '' : ` with ${JSON.stringify(args)}`
  told.say(
    `[I chose the prompt ${chosen}${given}. The next ${groupedDigits(messages.length)} parts, up to the line with ${id}, were written by that server; it also wrote those in your role.]`,
  )
  for (const [index, { role, content }] of messages.entries()) {
    if (role === 'user') told.add(await parts.readMessage(content, index))
    else told.answer(wordsOf(await parts.readMessage(content, index)))
  }
  told.say(`[Here the prompt ends: ${id}]`)
}

/** What is no text in a message of the assistant's role: no provider takes a picture there. */
const wordsOf = (parts: Awaited<ReturnType<AttachedParts['read']>>): string =>
  parts
    .map((part) =>
      part.type === 'text'
        ? part.text
        : `[A ${part.type} that cannot be in an answer was left out.]`,
    )
    .join('\n')
