import { yieldIfBudgetSpent } from '@gatehouse/base'
import {
  GatehouseError,
  type Conversation,
  type Entry,
  type ToolCallDecision,
  type Turn,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import { narrowerModeOf } from '../approvals/approval-modes.ts'
import { localEntryOf } from '../chat-files/file-entry.ts'
import type { ConversationService } from './conversation-service.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'events' | 'clock' | 'ids'> & {
  conversations: Pick<ConversationService, 'get' | 'list'>
}

/** Rows that are written and indexed in one transaction. */
const ROWS_AT_ONCE = 16

/**
 * Makes a chat of the branch that ends with a turn. It has the messages, attachments and results of the branch, the
 * model, servers, workspace, setup and tags of its chat. It has no permissions of the chat, no draft, no waiting
 * messages and no cost, and the mode of approval only where the workspace's is wider. A temporary chat gives a temporary
 * chat. See ADR 0057.
 *
 * Throws `chat/not-found`, `chat/busy` while the turn runs, `store/…`.
 */
export async function forkChat(
  { conversationId, turnId }: { conversationId: string; turnId: string },
  deps: Dependencies,
): Promise<Conversation> {
  const { conversations, turns } = deps.stores
  const source = deps.conversations.get(conversationId)
  const branch = branchTo(turnId, conversationId, deps)
  if (branch.some(({ status }) => status === 'running'))
    throw new GatehouseError('chat/busy', 'Wait until the answer is complete, then fork the chat.')
  const newIds = new Map(branch.map(({ id }) => [id, deps.ids.next()]))
  const fork = forkOf(source, newIds, deps)
  // One on disk is hidden until it is complete; the next start removes what a crash left of it.
  if (fork.isTemporary) conversations.save(fork)
  else conversations.saveHidden(fork)
  try {
    for (const { id } of branch) {
      const turn = turns.get(id)
      if (!turn) throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
      await copyTurn(turn, { forkId: fork.id, newIds }, deps)
    }
  } catch (error) {
    if (fork.isTemporary) conversations.remove(fork.id)
    else conversations.purge([fork.id])
    throw error
  }
  const shown = fork.isTemporary ? fork : (conversations.restore(fork.id) ?? fork)
  deps.events.emit('chat.changed', shown)
  return shown
}

/** The turns without their entries, the first one first. */
function branchTo(turnId: string, conversationId: string, { stores }: Dependencies): Turn[] {
  const branch: Turn[] = []
  for (let id: string | null = turnId; id !== null;) {
    const turn: Turn | null = stores.turns.getWithoutEntries(id)
    if (turn?.conversationId !== conversationId)
      throw new GatehouseError('chat/not-found', 'This message no longer exists.')
    branch.unshift(turn)
    id = turn.parentId
  }
  return branch
}

function forkOf(
  source: Conversation,
  newIds: ReadonlyMap<string, string>,
  { clock, ids, conversations, stores }: Dependencies,
): Conversation {
  const { titled, named, model, serverIds, workspaceId, setup, foundTools, imported, tags } = source
  const pinned = source.pinnedTurnIds?.flatMap((id) => newIds.get(id) ?? []) ?? []
  const now = clock.now()
  return {
    id: ids.next(),
    title: titleOfFork(source.title, conversations.list()),
    titled,
    model,
    serverIds,
    workspaceId,
    draft: '',
    ...(named && { named }),
    ...(setup && { setup }),
    ...(foundTools && { foundTools }),
    // An update of an import replaces the original, never its fork.
    ...(imported && { imported: { name: imported.name, at: imported.at } }),
    ...(tags && { tags }),
    ...narrowerModeOf(source, stores),
    ...(pinned.length > 0 && { pinnedTurnIds: pinned }),
    ...(source.isTemporary && { isTemporary: true }),
    createdAt: now,
    updatedAt: now,
  }
}

/** The title with the first number that no chat has: `Costs (2)`. */
function titleOfFork(title: string, chats: readonly Conversation[]): string {
  if (title === '') return ''
  const bare = title.replace(/ \(\d{1,4}\)$/, '')
  const taken = new Set(chats.map((chat) => chat.title))
  let number = 2
  while (taken.has(`${bare} (${number})`)) number += 1
  return `${bare} (${number})`
}

interface Copy {
  forkId: string
  /** By the ids of the turns of the branch, and of the entries that are copied. */
  newIds: Map<string, string>
}

async function copyTurn(
  turn: Turn,
  { forkId, newIds }: Copy,
  { stores, ids }: Dependencies,
): Promise<void> {
  const { turns } = stores
  const id = newIds.get(turn.id) ?? ''
  const parentId = turn.parentId === null ? null : (newIds.get(turn.parentId) ?? null)
  // The other answer of a comparison is on a branch that is not copied.
  const { comparison: _comparison, ...fields } = turn
  turns.saveTurn({ ...fields, id, parentId, conversationId: forkId, entries: [], preparing: null })
  for (const entry of turn.entries) newIds.set(entry.id, ids.next())
  const idOf = (old: string): string => newIds.get(old) ?? old
  for (let at = 0; at < turn.entries.length; at += ROWS_AT_ONCE) {
    const entries = turn.entries.slice(at, at + ROWS_AT_ONCE)
    stores.transaction(() => {
      for (const entry of entries) turns.saveEntry(id, copyOf(entry, idOf))
    })
    await yieldIfBudgetSpent()
  }
  for (const [entryId, parts] of turns.providerParts(turn.id))
    turns.saveProviderParts(id, idOf(entryId), parts)
  for (const snapshot of turns.requestSnapshots(turn.id)) {
    const text = turns.textByHash(snapshot.system)
    const texts = text === null ? [] : [{ hash: snapshot.system, text }]
    turns.saveRequestSnapshot(id, snapshot, texts)
  }
  await yieldIfBudgetSpent()
}

function copyOf(entry: Entry, idOf: (old: string) => string): Entry {
  const copy = { ...localEntryOf(entry), id: idOf(entry.id) }
  if (copy.kind !== 'tool-call') return copy
  const { decision, viewOf } = copy
  return {
    ...copy,
    ...(decision && { decision: copyOfDecision(decision, idOf) }),
    ...(viewOf !== undefined && { viewOf: idOf(viewOf) }),
  }
}

function copyOfDecision(
  decision: ToolCallDecision,
  idOf: (old: string) => string,
): ToolCallDecision {
  const { provenance } = decision
  if (!provenance) return decision
  const flows = provenance.flows.map((flow) => ({
    ...flow,
    turnId: idOf(flow.turnId),
    entryId: idOf(flow.entryId),
  }))
  return { ...decision, provenance: { ...provenance, flows } }
}
