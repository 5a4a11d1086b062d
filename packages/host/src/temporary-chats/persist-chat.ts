import {
  blobsOfAttachments,
  GatehouseError,
  type BlobRef,
  type Conversation,
  type Turn,
} from '@gatehouse/domain'
import { blobsOfEntry } from '@gatehouse/domain/chats'
import type { ImportedRecord, Stores } from '../ports/index.ts'

/** The data that a chat in memory names. */
export function blobsOf(conversationId: string, { turns, attachments }: Stores): BlobRef[] {
  const entries = turns.nodes(conversationId).flatMap(({ id }) => turns.get(id)?.entries ?? [])
  return [...entries.flatMap(blobsOfEntry), ...blobsOfAttachments(attachments.list(conversationId))]
}

/** The rows of a chat in memory, as the disk has those of any other. Its data is there already. */
export function persistChat(
  conversationId: string,
  { disk, memory }: { disk: Stores; memory: Stores },
): Conversation {
  const found = memory.conversations.get(conversationId)
  if (!found) throw new GatehouseError('chat/not-found', 'This chat no longer exists.')
  const { isTemporary: _isTemporary, ...conversation } = found
  disk.conversations.save(conversation)
  for (const node of memory.turns.nodes(conversationId)) {
    const turn = memory.turns.get(node.id)
    if (!turn) continue
    const { isChosen, isShown } = node
    const entries = turn.entries.map((entry): ImportedRecord => ({
      kind: 'entry',
      turnId: turn.id,
      entry,
    }))
    disk.turns.addImported([
      { kind: 'turn', turn: { ...turn, entries: [] }, isChosen, isShown },
      ...entries,
    ])
    writePins(turn, { disk, memory })
    for (const [entryId, parts] of memory.turns.providerParts(turn.id))
      disk.turns.saveProviderParts(turn.id, entryId, parts)
    for (const snapshot of memory.turns.requestSnapshots(turn.id)) {
      const text = memory.turns.textByHash(snapshot.system)
      const texts = text === null ? [] : [{ hash: snapshot.system, text }]
      disk.turns.saveRequestSnapshot(turn.id, snapshot, texts)
    }
  }
  for (const attachment of memory.attachments.list(conversationId))
    disk.attachments.add(conversationId, attachment)
  for (const follow of memory.follows.list(conversationId)) disk.follows.save(follow)
  writePermissions(conversationId, { disk, memory })
  return conversation
}

/** Writes the pins of a turn's prompts, unless the prompts were sent in a stored chat since. */
function writePins(
  { id, entries }: Turn,
  { disk, memory }: { disk: Stores; memory: Stores },
): void {
  const sent = entries.flatMap((entry) =>
    entry.kind === 'user-message' ? (entry.attachments ?? []) : [],
  )
  for (const prompt of sent) {
    if (prompt.kind !== 'prompt') continue
    const { serverId, promptName } = prompt
    const later = disk.promptPins.list(serverId, promptName)
    for (const pin of memory.promptPins.list(serverId, promptName))
      if (
        pin.sentIn.turnId === id &&
        !later.some((one) => one.arguments === pin.arguments && one.sentAt > pin.sentAt)
      )
        disk.promptPins.save(pin)
  }
}

/** Writes the grants of the chat, and its running tasks. */
function writePermissions(
  conversationId: string,
  { disk, memory }: { disk: Stores; memory: Stores },
): void {
  for (const { uses: _uses, lastUsedAt: _lastUsedAt, ...grant } of memory.grants.list()) {
    if (grant.scope.kind !== 'chat' || grant.scope.conversationId !== conversationId) continue
    const definition = memory.grants.definition(grant.id)
    if (definition === null) disk.grants.save(grant)
    else disk.grants.save(grant, definition)
  }
  for (const task of memory.tasks.list())
    if (task.conversationId === conversationId) disk.tasks.save(task)
}
