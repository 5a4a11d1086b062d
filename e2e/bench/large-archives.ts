/** Exports of a realistic size: most chats are short, few are very long, tools gave long texts. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { chatGptExport, zipOf } from '@gatehouse/testkit/product-exports'

/** Lists of an archive of ChatGPT, each with so many chats. */
const LISTS = 10
const CHATS_IN_LIST = 500
/** Messages of the longest chat: with 12 nodes of JSON each, near the most that is read of a chat. */
const LONGEST = 15_000

const words = 'the archive of a chat has many words that no one reads again in one line '

const text = (length: number): string =>
  words.repeat(Math.ceil(length / words.length)).slice(0, length)

/** Writes 200 MB with 5,000 chats. */
export function writeProductArchive(path: string): void {
  const lists = Array.from({ length: LISTS }, (_, list) => {
    const chats = Array.from({ length: CHATS_IN_LIST }, (_one, index) => {
      const number = list * CHATS_IN_LIST + index
      if (number === 100) return chatOf(number, { messages: LONGEST, length: 400 })
      if (number % 500 === 1) return chatOf(number, { messages: 12, length: 2_500_000 })
      if (number % 50 === 2) return chatOf(number, { messages: 200, length: 2000 })
      return chatOf(number, { messages: 10, length: 1000 })
    })
    return [`conversations-${String(list).padStart(3, '0')}.json`, JSON.stringify(chats)] as const
  })
  writeFileSync(path, zipOf(Object.fromEntries(lists)))
}

/** One branch: a person, a tool, an answer and so on. */
function chatOf(
  number: number,
  { messages, length }: { messages: number; length: number },
): object {
  const [head] = chatGptExport
  const nodes = Array.from({ length: messages }, (_, index) => {
    const role = ['user', 'tool', 'assistant'][index % 3] ?? 'user'
    const children = index + 1 < messages ? [`n${index + 1}`] : []
    const parent = index === 0 ? null : `n${index - 1}`
    const message = {
      author: { role, name: role === 'tool' ? 'browser' : null },
      create_time: 1_700_000_000 + index,
      content: {
        content_type: 'text',
        parts: [`${index} ${text(role === 'tool' ? length : Math.min(length, 8000))}`],
      },
      recipient: 'all',
      metadata: { model_slug: 'gpt-4o' },
    }
    return [`n${index}`, { id: `n${index}`, parent, children, message }]
  })
  return {
    ...head,
    title: `Chat ${number}`,
    mapping: Object.fromEntries(nodes),
    current_node: `n${messages - 1}`,
  }
}

const PIECE = 196_608
const BLOB = 24 * 1024 * 1024

/** Writes a chat of Gatehouse's own of 200 MB: 10,000 turns, data of 24 MB, and one record as large as a line may be. */
export function writeChatFile(path: string): void {
  const file = openSync(path, 'w')
  const line = (record: object) => writeSync(file, `${JSON.stringify(record)}\n`)
  const at = 1_700_000_000_000
  line({
    kind: 'chat',
    format: 'gatehouse-chat',
    version: 1,
    title: 'Long',
    titled: true,
    createdAt: at,
    exportedAt: at,
  })
  let entries = 0
  const entry = (turnId: string, one: object) => {
    entries += 1
    line({ kind: 'entry', turnId, entry: one })
  }
  const turns = 10_000
  for (let number = 0; number < turns; number += 1) {
    const id = `t${number}`
    line(turnOf(id, number))
    entry(id, { kind: 'user-message', id: `${id}-0`, text: text(500), createdAt: at })
    entry(id, answerOf(`${id}-1`, text(number === 7000 ? 900_000 : 9000)))
    if (number % 5000 === 1) {
      const kept = writeData(line, number)
      entry(id, callOf(`${id}-2`, [{ type: 'text', text: '…', kept }]))
    }
    if (number % 5000 === 2) entry(id, { ...callOf(`${id}-2`, []), arguments: manyValues() })
  }
  line({ kind: 'end', turns, entries, absent: 0 })
  closeSync(file)
}

const turnOf = (id: string, number: number): object => ({
  kind: 'turn',
  id,
  parentId: number === 0 ? null : `t${number - 1}`,
  chosen: true,
  pinned: false,
  origin: 'message',
  status: 'done',
  model: { providerId: 'p', modelId: 'm' },
  step: 1,
  stepLimit: 1,
  failure: null,
  startedAt: 1_700_000_000_000,
  endedAt: 1_700_000_000_000,
})

const answerOf = (id: string, answer: string): object => ({
  kind: 'assistant-message',
  id,
  step: 1,
  text: answer,
  reasoning: '',
  status: 'complete',
  createdAt: 1_700_000_000_000,
})

const callOf = (id: string, content: readonly object[]): object => ({
  kind: 'tool-call',
  id,
  step: 1,
  callId: id,
  origin: 'model',
  serverId: 's',
  serverName: 'files',
  serverHue: 0,
  toolName: 'read',
  toolTitle: 'read',
  proposedArguments: {},
  arguments: {},
  status: 'done',
  result: { content, isError: false },
  createdAt: 1_700_000_000_000,
})

/** Near the most that a line may hold. */
const manyValues = (): object => ({
  rows: Array.from({ length: 35_000 }, (_, row) => ({ row, name: 'n'.repeat(100) })),
})

function writeData(line: (record: object) => void, number: number): object {
  const data = Buffer.from(`${number} ${text(BLOB)}`)
  const hash = createHash('sha256').update(data).digest('hex')
  for (let at = 0; at < data.length; at += PIECE)
    line({
      kind: 'data',
      hash,
      bytes: data.length,
      at,
      data: data.subarray(at, at + PIECE).toString('base64'),
    })
  return { hash, bytes: data.length, mimeType: 'text/plain', characters: data.length }
}
