import { yieldIfBudgetSpent } from '@gatehouse/base'
import type { JsonObject, JsonValue } from '@gatehouse/domain'
import {
  countAttachments,
  momentOf,
  nothingLeftOut,
  objectOf,
  objectsOf,
  sizeOf,
  textOf,
  type ProductAttachment,
  type ProductChat,
  type ProductMessage,
} from './product-chat.ts'

/** A chat of Claude's `conversations.json`: a list of messages. `undefined`: it is none. */
export async function readClaudeChat(value: JsonObject): Promise<ProductChat | undefined> {
  if (!Array.isArray(value['chat_messages'])) return undefined
  const createdAt = timeOf(value['created_at'])
  const chat: ProductChat = {
    id: textOf(value['uuid']),
    title: textOf(value['name']),
    createdAt,
    updatedAt: timeOf(value['updated_at']) || createdAt,
    messages: [],
    currentId: null,
    leftOut: nothingLeftOut(),
  }
  /** By the id of each message: the last part of it. */
  const lastParts = new Map<string, string>()
  for (const [index, one] of value['chat_messages'].entries()) {
    await yieldIfBudgetSpent()
    const message = objectOf(one)
    if (!message) {
      chat.leftOut.parts += 1
      continue
    }
    // What an early export does not say follows the message before it.
    const named = textOf(message['parent_message_uuid'])
    const parentId =
      named === ''
        ? chat.currentId
        : (lastParts.get(named) ?? (index === 0 ? null : rootOf(named, chat)))
    const parts = readMessage(message, String(index), chat)
    let last = parentId
    for (const part of parts) {
      chat.messages.push({ ...part, parentId: last })
      last = part.id
    }
    const id = textOf(message['uuid'])
    if (id !== '' && last !== null) lastParts.set(id, last)
    chat.currentId = last
  }
  return chat
}

/** The parent that the first messages of all branches name. */
const ROOT = '00000000-0000-4000-8000-000000000000'

const rootOf = (named: string, chat: ProductChat): string | null =>
  named === ROOT ? null : chat.currentId

function readMessage(message: JsonObject, index: string, chat: ProductChat): ProductMessage[] {
  const at = timeOf(message['created_at']) || chat.createdAt
  const blocks = objectsOf(message['content'])
  const place = { parentId: null, at }
  if (message['sender'] === 'human') {
    const text = textsOf(blocks) || textOf(message['text'])
    const attachments = countAttachments(attachmentsOf(message), chat)
    if (text === '' && attachments.length === 0) return []
    return [{ ...place, kind: 'person', id: index, text, attachments }]
  }
  const parts = blocks.length > 0 ? blocks : [{ type: 'text', text: textOf(message['text']) }]
  return parts.flatMap((block, number) => {
    const part = readBlock(block, chat)
    return part ? [{ ...place, id: `${index}-${number}`, ...part }] : []
  })
}

type Part =
  | { kind: 'model'; text: string; reasoning: string; model: null }
  | { kind: 'call'; tool: string; arguments: JsonObject }
  | { kind: 'result'; tool: string; text: string; isError: boolean }

function readBlock(block: JsonObject, chat: ProductChat): Part | undefined {
  const tool = textOf(block['name']) || 'tool'
  switch (block['type']) {
    case 'text': {
      const text = textOf(block['text'])
      return text === '' ? undefined : { kind: 'model', text, reasoning: '', model: null }
    }
    case 'thinking': {
      const reasoning = textOf(block['thinking'])
      return reasoning === '' ? undefined : { kind: 'model', text: '', reasoning, model: null }
    }
    case 'tool_use':
      return { kind: 'call', tool, arguments: objectOf(block['input']) ?? {} }
    case 'tool_result': {
      const inner = objectsOf(block['content'])
      chat.leftOut.media += inner.filter(({ type }) => type === 'image').length
      const text = textsOf(inner) || textOf(block['content'])
      return { kind: 'result', tool, text, isError: block['is_error'] === true }
    }
    case 'token_budget':
    case 'flag':
      return undefined
    case 'image':
      chat.leftOut.media += 1
      return undefined
    default:
      chat.leftOut.parts += 1
      return undefined
  }
}

const textsOf = (blocks: readonly JsonObject[]): string =>
  blocks
    .filter(({ type }) => type === 'text')
    .map(({ text }) => textOf(text))
    .filter(Boolean)
    .join('\n\n')

/**
 * The attachments of a message: documents with their extracted text, pictures and other files with their names alone.
 */
function attachmentsOf(message: JsonObject): ProductAttachment[] {
  const read = objectsOf(message['attachments'])
  const named = objectsOf(message['files'])
  return [...read, ...named].map((one) => {
    const text = one['extracted_content']
    return {
      name: textOf(one['file_name']),
      mimeType: textOf(one['file_type']),
      bytes: sizeOf(one['file_size']),
      text: typeof text === 'string' && text !== '' ? text : null,
    }
  })
}

function timeOf(value: JsonValue | undefined): number {
  return momentOf(Date.parse(textOf(value)))
}
