import {
  isToolCallFinished,
  type AssistantMessage,
  type Entry,
  type ToolCall,
  type TranscriptPage,
  type TranscriptTurn,
  type Turn,
  type UserMessage,
} from '@gatehouse/domain'
import { isSamePlan, planOf, type PlanRow } from '../plan/plan-rows.ts'
import { splitAnswer } from '../markdown/split-answer.ts'

/** Content of one line of the virtual list. */
export type TranscriptRow =
  | { kind: 'user'; id: string; message: UserMessage; turn: TranscriptTurn }
  | AnswerRow
  | CallRow
  /** The interface of the call above it. */
  | { kind: 'app'; id: string; call: ToolCall; turnId: string }
  | PlanRow
  | { kind: 'refused'; id: string; count: number }
  | { kind: 'thinking'; id: string; since: number | undefined }
  | { kind: 'preparing'; id: string; toolTitle: string; characters: number }
  /** The turn beside the answer of another model. */
  | { kind: 'comparison'; id: string; turn: TranscriptTurn }
  | { kind: 'footer'; id: string; turn: TranscriptTurn; isLast: boolean }

/** A call. `earlier`: calls of the same tool by the same interface, which have no rows of their own. */
interface CallRow {
  kind: 'call'
  id: string
  call: ToolCall
  earlier?: readonly ToolCall[]
}

/** Data that a row of the transcript is drawn with. */
export interface RowBodyProps {
  row: TranscriptRow
  conversationId: string
  /** A turn of the chat runs. */
  busy: boolean
  isPinned: boolean
  /** The end is not followed from now on: something else comes into view. */
  onScroll: () => void
}

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

export interface BuiltRows {
  rows: TranscriptRow[]
  /** Against the last build, rows came or went at the start and nowhere else. */
  isShifted: boolean
}

export interface RowBuilder {
  /** Rows of the turns that are here. Rows of what did not change are the same objects as before. */
  build(page: Pick<TranscriptPage, 'turns' | 'hasAfter'>): BuiltRows
}

interface BuiltTurn {
  turn: TranscriptTurn
  isLast: boolean
  rows: TranscriptRow[]
}

/**
 * Remembers the rows of the last build, and compares turns and entries by identity: a change replaces
 * them. While an answer streams only the last turn is looked into.
 */
export function createRowBuilder(): RowBuilder {
  let built = new Map<string, BuiltTurn>()
  let rows: TranscriptRow[] = []
  return {
    build({ turns, hasAfter }) {
      const before = built
      const old = rows
      built = new Map(
        turns.map((turn, index): [string, BuiltTurn] => {
          const isLast = !hasAfter && index === turns.length - 1
          const known = before.get(turn.id)
          if (known && known.turn === turn && known.isLast === isLast) return [turn.id, known]
          return [turn.id, { turn, isLast, rows: turnRows({ turn, isLast }, known) }]
        }),
      )
      rows = [...built.values()].flatMap((one) => one.rows)
      const isShifted = rows[0]?.id !== old[0]?.id && rows.at(-1)?.id === old.at(-1)?.id
      return { rows, isShifted }
    },
  }
}

function turnRows(
  { turn, isLast }: Omit<BuiltTurn, 'rows'>,
  before: BuiltTurn | undefined,
): TranscriptRow[] {
  const known = new Map(before?.rows.map((row) => [row.id, row]))
  const rows: TranscriptRow[] = []
  if (turn.comparison && isLast) return comparedRows(turn, turn.comparison, known)
  const plan = planOf(turn)
  const repeats = repeatsOf(turn)
  for (const entry of turn.entries) {
    if (entry.kind === 'assistant-message')
      rows.push(...answerRows(entry, known), ...refusedRows(entry, known))
    else if (repeats.has(entry.id)) rows.push(...repeatRows(repeats.get(entry.id) ?? [], known))
    else if (entry.kind === 'tool-call')
      rows.push(...callRows(entry, plan, known), ...appRows(entry, turn.id, known))
    else rows.push(userRow(entry, turn, known.get(entry.id)))
  }
  return [...rows, ...tailRows(turn, isLast)]
}

/** The message, and both answers in one row. */
function comparedRows(
  turn: TranscriptTurn,
  { isFirst, turnId }: NonNullable<Turn['comparison']>,
  known: ReadonlyMap<string, TranscriptRow>,
): TranscriptRow[] {
  const messages = turn.entries.flatMap((entry) =>
    entry.kind === 'user-message' ? userRow(entry, turn, known.get(entry.id)) : [],
  )
  // The row stays when the other answer is shown.
  const first = isFirst ? turn.id : (turnId ?? turn.id)
  return [...messages, { kind: 'comparison', id: `${first}-comparison`, turn }]
}

/** A call; in the place of the first of a plan all of them, as one card. */
function callRows(
  call: ToolCall,
  plan: PlanRow | null,
  known: ReadonlyMap<string, TranscriptRow>,
): TranscriptRow[] {
  if (plan?.calls.includes(call)) return call === plan.calls[0] ? [planRow(plan, known)] : []
  const before = known.get(call.id)
  const isKnown = before?.kind === 'call' && before.call === call
  return [isKnown ? before : { kind: 'call', id: call.id, call }]
}

/** By each call of an interface that ran or runs: all such calls of its tool, if it is the first of them; else none. */
function repeatsOf({ entries }: TranscriptTurn): ReadonlyMap<string, readonly ToolCall[]> {
  const byTool = new Map<string, ToolCall[]>()
  for (const entry of entries)
    if (entry.kind === 'tool-call' && entry.origin === 'app' && REPEATED.has(entry.status)) {
      const key = JSON.stringify([entry.viewOf, entry.toolName])
      byTool.set(key, [...(byTool.get(key) ?? []), entry])
    }
  return new Map(
    [...byTool.values()].flatMap((calls) =>
      calls.map((call, index) => [call.id, index === 0 ? calls : []] as const),
    ),
  )
}

/** Calls that need nothing of the person. */
const REPEATED: ReadonlySet<ToolCall['status']> = new Set(['approved', 'running', 'done'])

/** One row for repeated calls: an interface that polls adds a call every few seconds. */
function repeatRows(
  calls: readonly ToolCall[],
  known: ReadonlyMap<string, TranscriptRow>,
): TranscriptRow[] {
  const [first] = calls
  const call = calls.at(-1)
  if (!first || !call) return []
  const before = known.get(first.id)
  const count = before?.kind === 'call' ? (before.earlier?.length ?? 0) + 1 : 0
  if (before?.kind === 'call' && before.call === call && count === calls.length) return [before]
  return [{ kind: 'call', id: first.id, call, earlier: calls.slice(0, -1) }]
}

/** The interface of a call, once there is a result to draw. */
function appRows(
  call: ToolCall,
  turnId: string,
  known: ReadonlyMap<string, TranscriptRow>,
): TranscriptRow[] {
  if (!call.app || call.status !== 'done' || !call.result) return []
  const id = `${call.id}-app`
  const before = known.get(id)
  const isKnown = before?.kind === 'app' && before.call === call
  return [isKnown ? before : { kind: 'app', id, call, turnId }]
}

function planRow(row: PlanRow, known: ReadonlyMap<string, TranscriptRow>): PlanRow {
  const before = known.get(row.id)
  return before?.kind === 'plan' && isSamePlan(before, row) ? before : row
}

function userRow(
  entry: UserMessage,
  turn: TranscriptTurn,
  known: TranscriptRow | undefined,
): TranscriptRow {
  const isKnown =
    known?.kind === 'user' && known.message === entry && known.turn.versions === turn.versions
  return isKnown ? known : { kind: 'user', id: entry.id, message: entry, turn }
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

/** Shows before the calls of a step that there were more of them. */
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

function tailRows(turn: TranscriptTurn, isLast: boolean): TranscriptRow[] {
  if (turn.entriesAfter > 0) return []
  if (turn.status === 'running') {
    if (turn.preparing) return [{ kind: 'preparing', id: `${turn.id}-tail`, ...turn.preparing }]
    const last = turn.entries.at(-1)
    const silent =
      last?.kind === 'user-message' ||
      (last?.kind === 'tool-call' && isToolCallFinished(last)) ||
      (last?.kind === 'assistant-message' &&
        last.text === '' &&
        last.reasoning === '' &&
        last.status === 'streaming')
    // A call that waits for the person, or runs, has a card that says so.
    if (!silent || turn.model === null || turn.entries.some(isCallOpen)) return []
    const since = last.kind === 'tool-call' ? undefined : last.createdAt
    return [{ kind: 'thinking', id: `${turn.id}-tail`, since }]
  }
  return hasFooter(turn) ? [{ kind: 'footer', id: `${turn.id}-footer`, turn, isLast }] : []
}

const isCallOpen = (entry: Entry): boolean =>
  entry.kind === 'tool-call' && !isToolCallFinished(entry)

/** A note to oneself and a tool run by hand need no word about how they ended. */
function hasFooter(turn: Turn): boolean {
  return turn.status !== 'done' || turn.step > 0
}
