import { isToolCallOver, type AssistantMessage, type Entry, type ToolCall, type Turn, type UserMessage } from '@gatehouse/domain'

/** What one line of the virtual list shows. */
export type TranscriptRow =
  | { kind: 'user'; id: string; message: UserMessage; note: boolean }
  | { kind: 'assistant'; id: string; message: AssistantMessage }
  | { kind: 'call'; id: string; call: ToolCall }
  | { kind: 'thinking'; id: string }
  | { kind: 'preparing'; id: string; toolTitle: string; characters: number }
  | { kind: 'footer'; id: string; turn: Turn; isLast: boolean }
  | { kind: 'earlier'; id: string; turn: Turn }

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

function turnRows({ turn, isLast }: Omit<BuiltTurn, 'rows'>, before: BuiltTurn | undefined): TranscriptRow[] {
  if (turn.superseded) return [{ kind: 'earlier', id: turn.id, turn }]
  const known = new Map(before?.turn.id === turn.id ? before.rows.map((row) => [row.id, row]) : [])
  const rows: TranscriptRow[] = []
  for (const entry of turn.entries) {
    if (entry.kind === 'assistant-message' && entry.text === '' && entry.reasoning === '') continue
    const row = known.get(entry.id)
    rows.push(row && shows(row, entry) ? row : toRow(entry, turn))
  }
  return [...rows, ...tailRows(turn, isLast)]
}

function shows(row: TranscriptRow, entry: Entry): boolean {
  return row.kind === 'call' ? row.call === entry : (row.kind === 'user' || row.kind === 'assistant') && row.message === entry
}

function toRow(entry: Entry, turn: Turn): TranscriptRow {
  switch (entry.kind) {
    case 'user-message':
      return { kind: 'user', id: entry.id, message: entry, note: turn.model === null }
    case 'assistant-message':
      return { kind: 'assistant', id: entry.id, message: entry }
    case 'tool-call':
      return { kind: 'call', id: entry.id, call: entry }
  }
}

function tailRows(turn: Turn, isLast: boolean): TranscriptRow[] {
  if (turn.status === 'running') {
    if (turn.preparing) return [{ kind: 'preparing', id: `${turn.id}-tail`, ...turn.preparing }]
    const last = turn.entries.at(-1)
    const silent =
      last?.kind === 'user-message' ||
      (last?.kind === 'tool-call' && isToolCallOver(last)) ||
      (last?.kind === 'assistant-message' && last.text === '' && last.reasoning === '' && last.status === 'streaming')
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
