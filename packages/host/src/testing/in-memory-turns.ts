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
  const versions = (turnId: string): TurnVersions | null => versionsOf([...turns.values()], turnId)
  const show = (turnId: string): void => {
    for (let turn = turns.get(turnId); turn; turn = turns.get(turn.parentId ?? ''))
      chosen.set(branchKey(turn), turn.id)
  }
  return {
    page: (conversationId, request) => pageOf(path(conversationId).map(whole), request, versions),
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
      if (isNew) show(turn.id)
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

function versionsOf(turns: readonly Turn[], turnId: string): TurnVersions | null {
  const turn = turns.find(({ id }) => id === turnId)
  if (!turn) return null
  const all = turns.filter((other) => branchKey(other) === branchKey(turn))
  const index = all.findIndex(({ id }) => id === turnId)
  if (all.length < 2) return null
  return {
    position: index + 1,
    count: all.length,
    previousId: all[index - 1]?.id ?? null,
    nextId: all[index + 1]?.id ?? null,
  }
}

/** A page cut out of the whole branch. */
function pageOf(
  branch: readonly Turn[],
  { anchor, side, entries: count }: PageRequest,
  findVersions: (turnId: string) => TurnVersions | null,
): TranscriptPage | null {
  const all = branch.flatMap((turn) => turn.entries.map((entry) => ({ turn, entry })))
  const at =
    anchor === 'end'
      ? all.length
      : all.findIndex(({ turn, entry }) => turn.id === anchor.turnId && entry.id === anchor.entryId)
  if (at < 0) return null
  const half = Math.ceil(count / 2)
  const [from, to] =
    anchor === 'end' || side === 'before'
      ? [at - count, at]
      : side === 'after'
        ? [at + 1, at + 1 + count]
        : [at - half, at + half]
  const [first, last] = [Math.max(0, from), Math.min(all.length, to)]
  const taken = new Set(all.slice(first, last).map(({ entry }) => entry))
  const turns = branch.flatMap((turn) => {
    const shown = turn.entries.filter((entry) => taken.has(entry))
    if (shown.length === 0) return []
    const entriesBefore = turn.entries.findIndex((entry) => taken.has(entry))
    const versions = findVersions(turn.id)
    return [
      {
        ...turn,
        entries: shown,
        entriesBefore,
        entriesAfter: turn.entries.length - entriesBefore - shown.length,
        ...(versions ? { versions } : {}),
      },
    ]
  })
  return { turns, hasBefore: first > 0, hasAfter: last < all.length }
}
