import { createHash } from 'node:crypto'
import { canonicalJson, type ToolResult } from '@gatehouse/domain'
import type { Stores } from '@gatehouse/host/ports'
import { asBytes, openDatabase } from '../file/database.ts'
import { migrate } from '../file/migrate.ts'
import { migrations } from '../migrations/index.ts'
import { loadWholeResult } from '../chats/load-whole-result.ts'

/** A history as format 5 kept it: chats with answers that failed and were tried again, results inside entries. */
export interface OldHistory {
  turns: number
  /** About how many characters a result has. */
  resultSize: number
}

const TURNS_OF_CHAT = 50
const ENTRIES_OF_TURN = 4
/** Every seventh turn failed and was tried again. */
const isTriedAgain = (turn: number): boolean => turn % 7 === 3 && turn % TURNS_OF_CHAT < 49
const chatOf = (turn: number): number => Math.floor(turn / TURNS_OF_CHAT)

const wordsOf = (turn: number): string => `question ${turn} 漢字 \\u0000 😀`
const answerOf = (turn: number): string => `answer ${turn}. ${'And so on. '.repeat(turn % 9)}`

function resultOf(turn: number, { resultSize }: OldHistory): ToolResult {
  // From nothing to twice the size, and each its own.
  const size = Math.floor((resultSize * ((turn * 37) % 200)) / 100)
  const line = `${createHash('sha256').update(`line ${turn}`).digest('hex')} ${turn}\n`
  const text = line.repeat(Math.ceil(size / line.length)).slice(0, size)
  const picture = Buffer.from(line.repeat(1 + (turn % 40))).toString('base64')
  return {
    isError: turn % 11 === 0,
    content: [
      { type: 'text', text },
      ...(turn % 13 === 0
        ? [{ type: 'image' as const, data: picture, mimeType: 'image/png' }]
        : []),
    ],
    ...(turn % 17 === 0 ? { structuredContent: { turn, line } } : {}),
  }
}

/** Writes a file as format 5 left it. */
export function writeOldHistory(file: string, history: OldHistory): void {
  const database = openDatabase(file)
  migrate(
    database,
    migrations.filter(({ version }) => version <= 5),
  )
  database.execute('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  const chat = database.prepare('INSERT INTO conversations (id, updated_at, json) VALUES (?, ?, ?)')
  const turnRow = database.prepare(
    'INSERT INTO turns (id, conversation_id, status, json) VALUES (?, ?, ?, ?)',
  )
  const entry = database.prepare(
    'INSERT INTO entries (turn_id, ordinal, id, json) VALUES (?, ?, ?, CAST(? AS TEXT))',
  )
  for (let first = 0; first < history.turns; first += TURNS_OF_CHAT)
    database.transaction(() => {
      const id = `chat-${chatOf(first)}`
      const at = 1_700_000_000_000 + first
      chat.run(id, at, chatJson(id, at))
      for (let n = first; n < Math.min(first + TURNS_OF_CHAT, history.turns); n += 1) {
        turnRow.run(`turn-${n}`, id, isTriedAgain(n) ? 'failed' : 'done', turnJson(n, id))
        for (const [index, json] of entriesOf(n, history).entries())
          entry.run(`turn-${n}`, index + 1, entryId(n, index), asBytes(json))
      }
    })
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

const entryId = (turn: number, index: number): string => `e-${turn}-${index}`

const chatJson = (id: string, at: number): string =>
  `{"id":"${id}","title":"${id}","titled":true,"model":null,"serverIds":null,"draft":"","createdAt":${at},"updatedAt":${at}}`

const turnJson = (n: number, chat: string): string =>
  `{"id":"turn-${n}","conversationId":"${chat}","origin":"message","status":"${isTriedAgain(n) ? 'failed' : 'done'}","model":{"providerId":"p1","modelId":"m"},"step":2,"stepLimit":20,"failure":null,"superseded":${isTriedAgain(n)},"startedAt":1700000000000,"endedAt":1700000001000}`

function entriesOf(n: number, history: OldHistory): string[] {
  const message = (index: number, text: string): string =>
    `{"kind":"assistant-message","id":"${entryId(n, index)}","step":${(index + 1) / 2},"text":${JSON.stringify(text)},"reasoning":"","status":"complete","createdAt":1700000000000}`
  return [
    `{"kind":"user-message","id":"${entryId(n, 0)}","text":"${wordsOf(n)}","createdAt":1700000000000}`,
    message(1, 'I look.'),
    `{"kind":"tool-call","id":"${entryId(n, 2)}","step":1,"callId":"c","origin":"model","serverId":"s1","serverName":"files","serverHue":0,"toolName":"read","toolTitle":"read","proposedArguments":{"n":${n}},"arguments":{"n":${n}},"status":"done","result":${JSON.stringify(resultOf(n, history))},"createdAt":1700000000000,"endedAt":1700000000500}`,
    message(3, answerOf(n)),
  ]
}

/** Compares a history with what is in the stores, entry by entry; throws what is not as it was. */
export async function compareHistory(stores: Stores, history: OldHistory): Promise<void> {
  let parent: string | null = null
  for (let n = 0; n < history.turns; n += 1) {
    if (n % TURNS_OF_CHAT === 0) parent = null
    await compareTurn(stores, history, { n, parent })
    if (!isTriedAgain(n)) parent = `turn-${n}`
  }
}

async function compareTurn(
  stores: Stores,
  history: OldHistory,
  { n, parent }: { n: number; parent: string | null },
): Promise<void> {
  const turn = stores.turns.get(`turn-${n}`)
  const [message, , call, answer] = turn?.entries ?? []
  const is = (what: string, isAsWas: boolean): void => {
    if (!isAsWas) throw new Error(`${what} of turn ${n} is not as it was.`)
  }
  is('The number of entries', turn?.entries.length === ENTRIES_OF_TURN)
  is('The place', turn?.parentId === parent && turn.conversationId === `chat-${chatOf(n)}`)
  is('The message', message?.kind === 'user-message' && message.text === `question ${n} 漢字 \0 😀`)
  is('The answer', answer?.kind === 'assistant-message' && answer.text === answerOf(n))
  if (call?.kind !== 'tool-call' || !call.result) throw new Error(`No result in turn ${n}.`)
  const whole = await loadWholeResult(call.result, stores.blobs)
  is('The result', canonicalJson(whole) === canonicalJson(resultOf(n, history)))
}
