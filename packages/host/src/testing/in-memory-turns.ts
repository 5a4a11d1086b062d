import {
  isToolCallFinished,
  type Entry,
  type ProviderParts,
  type TranscriptPage,
  type Turn,
  type ModelRequestSnapshot,
  type TurnVersions,
} from '@gatehouse/domain'
import { keptFilesOf } from '@gatehouse/domain/chats'
import type { PageRequest, TurnNode, TurnStore } from '../ports/index.ts'

const isOpen = (entry: Entry): boolean =>
  entry.kind === 'tool-call'
    ? !isToolCallFinished(entry)
    : 'status' in entry && entry.status === 'streaming'

const openTurns = (entries: ReadonlyMap<string, ReadonlyMap<string, Entry>>): string[] =>
  [...entries].flatMap(([id, own]) => ([...own.values()].some(isOpen) ? [id] : []))

/** The simplest model of the tree of turns, to compare the real one with. */
export function createInMemoryTurns(): TurnStore {
  /** In the order they were made. */
  const turns = new Map<string, Turn>()
  const entries = new Map<string, Map<string, Entry>>()
  /** By chat and parent, the ids of its children, in the order they were made. */
  const children = new Map<string, string[]>()
  /** By chat and parent, the child that was shown last. */
  const chosen = new Map<string, string>()

  const entriesOf = (turnId: string): Entry[] => [...(entries.get(turnId)?.values() ?? [])]
  const sizeOf = (turnId: string): number => JSON.stringify(entriesOf(turnId)).length
  const whole = (turn: Turn): Turn => ({ ...turn, entries: entriesOf(turn.id) })
  const path = (conversationId: string): Turn[] => {
    const found: Turn[] = []
    for (let at: string | null = null; ;) {
      const turn = turns.get(chosen.get(`${conversationId} ${at}`) ?? '')
      if (!turn) return found
      found.push(turn)
      at = turn.id
    }
  }
  const versions = (turnId: string): TurnVersions | null => {
    const turn = turns.get(turnId)
    return turn ? versionsOf(children.get(branchKey(turn)) ?? [], turnId) : null
  }
  const show = (turnId: string): void => {
    for (let turn = turns.get(turnId); turn; turn = turns.get(turn.parentId ?? ''))
      chosen.set(branchKey(turn), turn.id)
  }
  return {
    page: (conversationId, request) =>
      pageOf({ branch: path(conversationId), entriesOf, versions }, request),
    get: (turnId) => [turns.get(turnId)].flatMap((turn) => (turn ? [whole(turn)] : []))[0] ?? null,
    getWithoutEntries: (turnId) => turns.get(turnId) ?? null,
    lastTurnId: (conversationId) => path(conversationId).at(-1)?.id ?? null,
    nodes: (conversationId) =>
      nodesOf([...turns.values()], path(conversationId), chosen).filter(
        ({ id }) => turns.get(id)?.conversationId === conversationId,
      ),
    // Of the real store alone: a file with a chat is read into one.
    addImported: () => undefined,
    turnOf: (conversationId, entryId) =>
      path(conversationId).find(({ id }) => entries.get(id)?.has(entryId))?.id ?? null,
    isShown: (turnId) =>
      path(turns.get(turnId)?.conversationId ?? '').some(({ id }) => id === turnId),
    versions,
    show,
    withEntry(turnId, entryId) {
      const turn = turns.get(turnId)
      const entry = entries.get(turnId)?.get(entryId)
      return turn && entry ? { ...turn, entries: [entry] } : null
    },
    sizes: (conversationId, { from, limit }) => {
      const turnsOf = path(conversationId).slice(from, from + limit)
      return turnsOf.map(({ id }) => sizeOf(id))
    },
    size: sizeOf,
    keptBytes: (conversationId) =>
      path(conversationId)
        .flatMap(({ id }) => [...(entries.get(id)?.values() ?? [])])
        .flatMap(keptFilesOf)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    withOpenEntries: () => openTurns(entries),
    running: () => [...turns.values()].filter(({ status }) => status === 'running').map(whole),
    saveTurn(turn) {
      const isNew = !turns.has(turn.id)
      turns.set(turn.id, { ...turn, entries: [], preparing: null })
      if (!isNew) return
      children.set(branchKey(turn), [...(children.get(branchKey(turn)) ?? []), turn.id])
      show(turn.id)
    },
    ...entryWriter(entries),
    ...stepRecords(),
  }
}

function nodesOf(
  turns: readonly Turn[],
  shown: readonly Turn[],
  chosen: ReadonlyMap<string, string>,
): TurnNode[] {
  return turns.map((turn) => ({
    id: turn.id,
    parentId: turn.parentId,
    isChosen: chosen.get(branchKey(turn)) === turn.id,
    isShown: shown.includes(turn),
  }))
}

function entryWriter(
  entries: Map<string, Map<string, Entry>>,
): Pick<TurnStore, 'saveEntry' | 'appendText'> {
  return {
    saveEntry(turnId, entry) {
      const list = entries.get(turnId) ?? new Map<string, Entry>()
      entries.set(turnId, list.set(entry.id, entry))
    },
    appendText(turnId, entryId, piece) {
      const entry = entries.get(turnId)?.get(entryId)
      if (entry?.kind !== 'assistant-message') return
      const text = entry.text + piece.text
      const reasoning = entry.reasoning + piece.reasoning
      entries.get(turnId)?.set(entryId, { ...entry, text, reasoning })
    },
  }
}

/** Records of steps beside the entries. */
function stepRecords(): Pick<
  TurnStore,
  | 'saveProviderParts'
  | 'providerParts'
  | 'saveTexts'
  | 'saveRequestSnapshot'
  | 'requestSnapshots'
  | 'textByHash'
> {
  const settings = new Map<string, ModelRequestSnapshot[]>()
  const texts = new Map<string, string>()
  const provided = new Map<string, Map<string, ProviderParts>>()
  const saveTexts: TurnStore['saveTexts'] = (more) => {
    for (const { hash, text } of more) texts.set(hash, text)
  }
  return {
    saveProviderParts: (turnId, entryId, parts) =>
      void provided.set(turnId, new Map(provided.get(turnId)).set(entryId, parts)),
    providerParts: (turnId) => new Map(provided.get(turnId)),
    saveTexts,
    saveRequestSnapshot(turnId, next, more) {
      saveTexts(more)
      const others = settings.get(turnId)?.filter(({ step }) => step !== next.step) ?? []
      settings.set(turnId, [...others, next])
    },
    requestSnapshots: (turnId) => settings.get(turnId) ?? [],
    textByHash: (hash) => texts.get(hash) ?? null,
  }
}

/** Where a turn may have siblings. */
const branchKey = ({ conversationId, parentId }: Turn): string => `${conversationId} ${parentId}`

function versionsOf(siblings: readonly string[], turnId: string): TurnVersions | null {
  if (siblings.length < 2) return null
  const index = siblings.indexOf(turnId)
  return {
    position: index + 1,
    count: siblings.length,
    previousId: siblings[index - 1] ?? null,
    nextId: siblings[index + 1] ?? null,
  }
}

interface Branch {
  /** Turns without their entries. */
  branch: readonly Turn[]
  entriesOf(turnId: string): Entry[]
  versions(turnId: string): TurnVersions | null
}

/** A page cut out of the whole branch. */
function pageOf(
  { branch, entriesOf, versions }: Branch,
  { anchor, side, entries: count }: PageRequest,
): TranscriptPage | null {
  let total = 0
  let at = -1
  const positioned = branch.map((turn) => {
    const entries = entriesOf(turn.id)
    const start = total
    total += entries.length
    if (anchor !== 'end' && turn.id === anchor.turnId) {
      const index = entries.findIndex(({ id }) => id === anchor.entryId)
      if (index >= 0) at = start + index
    }
    return { turn, entries, start }
  })
  if (anchor === 'end') at = total
  if (at < 0) return null
  const half = Math.ceil(count / 2)
  const [from, to] =
    anchor === 'end' || side === 'before'
      ? [at - count, at]
      : side === 'after'
        ? [at + 1, at + 1 + count]
        : [at - half, at + half]
  const [first, last] = [Math.max(0, from), Math.min(total, to)]
  const turns = positioned.flatMap(({ turn, entries, start }) => {
    const entriesBefore = Math.max(0, first - start)
    const shown = entries.slice(entriesBefore, Math.max(0, last - start))
    if (shown.length === 0) return []
    const found = versions(turn.id)
    return [
      {
        ...turn,
        entries: shown,
        entriesBefore,
        entriesAfter: entries.length - entriesBefore - shown.length,
        ...(found ? { versions: found } : {}),
      },
    ]
  })
  return { turns, hasBefore: first > 0, hasAfter: last < total }
}
