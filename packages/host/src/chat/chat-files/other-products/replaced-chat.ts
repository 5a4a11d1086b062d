import { yieldIfBudgetSpent } from '@gatehouse/base'
import { canonicalJson, type Conversation, type Entry } from '@gatehouse/domain'
import type { HostDependencies } from '../../../dependencies.ts'
import { narrowerModeOf } from '../../approvals/approval-modes.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest'>

/** Settings that the person made on a chat from the list or its head, without a message in it. */
export function setByPerson(
  chat: Conversation,
  { stores }: Pick<Dependencies, 'stores'>,
): Partial<Conversation> {
  const { title, titled, tags, pinnedAt, archivedAt, model, serverIds, workspaceId, setup } = chat
  return {
    ...(titled && { title, titled }),
    ...(tags && { tags }),
    ...(pinnedAt !== undefined && { pinnedAt }),
    ...(archivedAt !== undefined && { archivedAt }),
    ...(setup && { setup }),
    ...narrowerModeOf(chat, stores),
    model,
    serverIds,
    workspaceId,
  }
}

/** True if every message and call of the old chat is in the new one. Both are stored. */
export async function hasAllMessages(
  { newId, oldId }: { newId: string; oldId: string },
  deps: Dependencies,
): Promise<boolean> {
  const known = new Set<string>()
  for await (const hash of hashesOf(newId, deps)) known.add(hash)
  for await (const hash of hashesOf(oldId, deps)) if (!known.has(hash)) return false
  return true
}

async function* hashesOf(
  conversationId: string,
  { stores, digest }: Dependencies,
): AsyncGenerator<string> {
  for (const { id } of stores.turns.nodes(conversationId)) {
    for (const entry of stores.turns.get(id)?.entries ?? [])
      yield digest.sha256(canonicalJson(contentOf(entry)))
    await yieldIfBudgetSpent()
  }
}

/** The parts of an entry that come from the export. Its ids are new with each import. */
function contentOf(entry: Entry): Parameters<typeof canonicalJson>[0] {
  const { kind, createdAt } = entry
  switch (entry.kind) {
    case 'user-message': {
      const files = entry.attachments?.map((one) => (one.kind === 'file' ? one.name : one.kind))
      return [kind, createdAt, entry.text, files ?? []]
    }
    case 'assistant-message':
      return [kind, createdAt, entry.text, entry.reasoning]
    case 'tool-call': {
      const texts = entry.result?.content.map((block) =>
        block.type === 'text' ? (block.kept?.hash ?? block.text) : block.type,
      )
      return [kind, createdAt, entry.toolName, entry.arguments, texts ?? []]
    }
  }
}
