import {
  isToolCallOver,
  type AssistantMessage,
  type ToolCall,
  type Turn,
  type UserMessage,
} from '@gatehouse/domain'
import { splitAnswer } from './split-answer.ts'

/** What one line of the virtual list shows. */
export type TranscriptRow =
  | { kind: 'user'; id: string; message: UserMessage; note: boolean }
  | AnswerRow
  | { kind: 'call'; id: string; call: ToolCall }
  | { kind: 'refused'; id: string; count: number }
  | { kind: 'thinking'; id: string }
  | { kind: 'preparing'; id: string; toolTitle: string; characters: number }
  | { kind: 'footer'; id: string; turn: Turn; isLast: boolean }
  | { kind: 'earlier'; id: string; turn: Turn }

/** A stretch of an answer; a long one has several. */
export interface AnswerRow {
  kind: 'assistant'
  id: string
  text: string
  /** Of the first part only. */
  reasoning: string
  status: AssistantMessage['status']
  isFirst: boolean
  isLast: boolean
}

export interface RowBuilder {
  /** Rows of a whole chat. Rows of what did not change are the same objects as before. */
  build(turns: readonly Turn[]): TranscriptRow[]
}

interface BuiltTurn {
  turn: Turn
  isLast: boolean
  rows: TranscriptRow[]
}

/**
 * Remembers the rows of the last build, and compares turns and entries by identity: a change replaces
 * them. While an answer streams only the last turn is looked into.
 */
export function createRowBuilder(): RowBuilder {
  let built: BuiltTurn[] = []
  return {
    build(turns) {
      built = turns.map((turn, index) => {
        const isLast = index === turns.length - 1
        const known = built[index]
        if (known && known.turn === turn && known.isLast === isLast) return known
        return { turn, isLast, rows: turnRows({ turn, isLast }, known) }
      })
      return built.flatMap((one) => one.rows)
    },
  }
}

function turnRows(
  { turn, isLast }: Omit<BuiltTurn, 'rows'>,
  before: BuiltTurn | undefined,
): TranscriptRow[] {
  if (turn.superseded) return [{ kind: 'earlier', id: turn.id, turn }]
  const known = new Map(before?.turn.id === turn.id ? before.rows.map((row) => [row.id, row]) : [])
  const rows: TranscriptRow[] = []
  for (const entry of turn.entries) {
    if (entry.kind === 'assistant-message')
      rows.push(...answerRows(entry, known), ...refusedRows(entry, known))
    else rows.push(entryRow(entry, turn, known.get(entry.id)))
  }
  return [...rows, ...tailRows(turn, isLast)]
}

function entryRow(
  entry: UserMessage | ToolCall,
  turn: Turn,
  known: TranscriptRow | undefined,
): TranscriptRow {
  if (entry.kind === 'tool-call') {
    return known?.kind === 'call' && known.call === entry
      ? known
      : { kind: 'call', id: entry.id, call: entry }
  }
  return known?.kind === 'user' && known.message === entry
    ? known
    : { kind: 'user', id: entry.id, message: entry, note: turn.model === null }
}

function answerRows(
  message: AssistantMessage,
  known: ReadonlyMap<string, TranscriptRow>,
): AnswerRow[] {
  if (message.text === '' && message.reasoning === '') return []
  const idOf = (index: number): string => (index === 0 ? message.id : `${message.id}/${index}`)
  const before: string[] = []
  for (
    let row = known.get(idOf(0));
    row?.kind === 'assistant';
    row = known.get(idOf(before.length))
  )
    before.push(row.text)
  const parts = splitAnswer(message.text, before)
  return parts.map((text, index) => {
    const isLast = index === parts.length - 1
    const row: AnswerRow = {
      kind: 'assistant',
      id: idOf(index),
      text,
      reasoning: index === 0 ? message.reasoning : '',
      status: isLast ? message.status : 'complete',
      isFirst: index === 0,
      isLast,
    }
    const old = known.get(row.id)
    return old?.kind === 'assistant' && isSame(old, row) ? old : row
  })
}

/** Says before the calls of a step that there were more of them. */
function refusedRows(
  { id, refusedCalls: count }: AssistantMessage,
  known: ReadonlyMap<string, TranscriptRow>,
): TranscriptRow[] {
  if (count === undefined) return []
  const row: TranscriptRow = { kind: 'refused', id: `${id}-refused`, count }
  return [known.get(row.id) ?? row]
}

function isSame(a: AnswerRow, b: AnswerRow): boolean {
  return (
    a.text === b.text &&
    a.reasoning === b.reasoning &&
    a.status === b.status &&
    a.isLast === b.isLast
  )
}

function tailRows(turn: Turn, isLast: boolean): TranscriptRow[] {
  if (turn.status === 'running') {
    if (turn.preparing) return [{ kind: 'preparing', id: `${turn.id}-tail`, ...turn.preparing }]
    const last = turn.entries.at(-1)
    const silent =
      last?.kind === 'user-message' ||
      (last?.kind === 'tool-call' && isToolCallOver(last)) ||
      (last?.kind === 'assistant-message' &&
        last.text === '' &&
        last.reasoning === '' &&
        last.status === 'streaming')
    return silent && turn.model !== null ? [{ kind: 'thinking', id: `${turn.id}-tail` }] : []
  }
  return hasFooter(turn) ? [{ kind: 'footer', id: `${turn.id}-footer`, turn, isLast }] : []
}

/** A note to oneself and a tool run by hand need no word about how they ended. */
function hasFooter(turn: Turn): boolean {
  return turn.status !== 'done' || turn.entries.some((entry) => entry.kind === 'assistant-message')
}

/** Tokens of all steps of a turn; undefined where no step told them. */
export function turnUsage(turn: Turn): { input: number; output: number } | undefined {
  let input = 0
  let output = 0
  for (const entry of turn.entries) {
    if (entry.kind !== 'assistant-message') continue
    input += entry.usage?.inputTokens ?? 0
    output += entry.usage?.outputTokens ?? 0
  }
  return input + output > 0 ? { input, output } : undefined
}
