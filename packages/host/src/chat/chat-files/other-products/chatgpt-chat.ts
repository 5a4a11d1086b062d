import { yieldIfBudgetSpent } from '@gatehouse/base'
import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { attachmentsOf, readContent } from './chatgpt-content.ts'
import { withoutMarks } from './chatgpt-marks.ts'
import {
  countAttachments,
  listOf,
  momentOf,
  nothingLeftOut,
  objectOf,
  textOf,
  type ProductChat,
  type ProductMessage,
} from './product-chat.ts'

/** A chat of ChatGPT's `conversations.json`: a tree of nodes by their ids. `undefined`: it is none. */
export async function readChatGptChat(value: JsonObject): Promise<ProductChat | undefined> {
  const nodes = objectOf(value['mapping'])
  if (!nodes) return undefined
  const chat: ProductChat = {
    id: textOf(value['conversation_id']) || textOf(value['id']),
    title: textOf(value['title']),
    createdAt: timeOf(value['create_time']),
    updatedAt: timeOf(value['update_time']) || timeOf(value['create_time']),
    messages: [],
    currentId: null,
    leftOut: nothingLeftOut(),
  }
  const kept = await readNodes(new Map(Object.entries(nodes)), chat)
  chat.currentId = kept.get(textOf(value['current_node'])) ?? null
  return chat
}

/** By the id of each node that is reached: the message that it became, or the nearest one above it. */
async function readNodes(
  nodes: Map<string, JsonValue>,
  chat: ProductChat,
): Promise<Map<string, string | null>> {
  const kept = new Map<string, string | null>()
  const next = [...nodes].flatMap(([id, node]) => {
    const parent = textOf(objectOf(node)?.['parent'])
    return nodes.has(parent) ? [] : [{ id, parentId: null as string | null }]
  })
  next.reverse()
  for (let place = next.pop(); place; place = next.pop()) {
    await yieldIfBudgetSpent()
    const node = objectOf(nodes.get(place.id))
    if (!node || kept.has(place.id)) continue
    const message = readMessage(objectOf(node['message']), place, chat)
    if (message) chat.messages.push(message)
    const parentId = message ? place.id : place.parentId
    kept.set(place.id, parentId)
    const children = listOf(node['children']).map(textOf)
    for (const id of children.toReversed()) next.push({ id, parentId })
  }
  return kept
}

function readMessage(
  message: JsonObject | undefined,
  place: { id: string; parentId: string | null },
  chat: ProductChat,
): ProductMessage | undefined {
  if (!message) return undefined
  const author = objectOf(message['author'])
  const role = textOf(author?.['role'])
  const metadata = objectOf(message['metadata']) ?? {}
  const content = readContent(objectOf(message['content']))
  const isHidden =
    metadata['is_visually_hidden_from_conversation'] === true || content.isInstructions
  chat.leftOut.parts += content.unknown
  if (isHidden || role === 'system') {
    if (content.text.trim() !== '') chat.leftOut.hidden += 1
    return undefined
  }
  const facts = { ...place, at: timeOf(message['create_time']) || chat.createdAt }
  if (role === 'user') {
    const attachments = countAttachments(attachmentsOf(metadata, content.pictures), chat)
    if (content.text === '' && attachments.length === 0) return undefined
    return { ...facts, kind: 'person', text: content.text, attachments }
  }
  chat.leftOut.media += content.pictures.length
  if (role === 'tool') {
    const tool = textOf(author?.['name']) || 'tool'
    return { ...facts, kind: 'result', tool, text: content.text, isError: content.isError }
  }
  if (role !== 'assistant') return undefined
  const recipient = textOf(message['recipient'])
  if (recipient !== '' && recipient !== 'all')
    return { ...facts, kind: 'call', tool: recipient, arguments: { input: content.text } }
  const { reasoning } = content
  const text = withoutMarks(content.text, metadata)
  if (text === '' && reasoning === '') return undefined
  const model = textOf(metadata['model_slug']) || null
  return { ...facts, kind: 'model', text, reasoning, model }
}

/** Seconds since 1970, with a fraction. */
function timeOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? momentOf(Math.round(value * 1000)) : 0
}
