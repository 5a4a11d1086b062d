import type { TurnStore } from '../ports/index.ts'
import type { TemporaryChats } from './temporary-chats.ts'

/** The turns of temporary chats in memory, all others on disk. What comes of a chat that ended is dropped. */
export function withTemporaryTurns(disk: TurnStore, chats: TemporaryChats): TurnStore {
  const ofChat = (id: string): TurnStore => (chats.has(id) ? chats.stores().turns : disk)
  const ofTurn = (id: string): TurnStore => chats.storesOfTurn(id)?.turns ?? disk
  const write = (turnId: string, work: (turns: TurnStore) => void): void => {
    if (!chats.isOver(turnId)) work(ofTurn(turnId))
  }
  return {
    page: (id, request) => ofChat(id).page(id, request),
    lastTurnId: (id) => ofChat(id).lastTurnId(id),
    turnOf: (id, entryId) => ofChat(id).turnOf(id, entryId),
    nodes: (id) => ofChat(id).nodes(id),
    get: (id) => ofTurn(id).get(id),
    getWithoutEntries: (id) => ofTurn(id).getWithoutEntries(id),
    isShown: (id) => ofTurn(id).isShown(id),
    versions: (id) => ofTurn(id).versions(id),
    withEntry: (id, entryId) => ofTurn(id).withEntry(id, entryId),
    sizes: (id, range) => ofChat(id).sizes(id, range),
    keptBytes: (id) => ofChat(id).keptBytes(id),
    size: (id) => ofTurn(id).size(id),
    providerParts: (id) => ofTurn(id).providerParts(id),
    requestSnapshots: (id) => ofTurn(id).requestSnapshots(id),
    textByHash: (hash) => chats.memory?.turns.textByHash(hash) ?? disk.textByHash(hash),
    addImported: (rows) => disk.addImported(rows),
    running: () => disk.running(),
    withOpenEntries: () => disk.withOpenEntries(),
    // Definitions of tools, which every chat shares; the texts of a chat come with its snapshots.
    saveTexts: (texts) => disk.saveTexts(texts),
    show: (id) => write(id, (turns) => turns.show(id)),
    saveTurn(turn) {
      chats.noteTurn(turn.id, turn.conversationId)
      write(turn.id, (turns) => turns.saveTurn(turn))
    },
    saveEntry: (id, entry) => write(id, (turns) => turns.saveEntry(id, entry)),
    appendText: (id, entryId, piece) => write(id, (turns) => turns.appendText(id, entryId, piece)),
    saveProviderParts: (id, entryId, parts) =>
      write(id, (turns) => turns.saveProviderParts(id, entryId, parts)),
    saveRequestSnapshot: (id, snapshot, texts) =>
      write(id, (turns) => turns.saveRequestSnapshot(id, snapshot, texts)),
  }
}
