import { yieldIfBudgetSpent } from '@gatehouse/base'
import { CHAT_FILE_LIMITS } from '@gatehouse/domain/chats'
import { importRefused } from '../import-refusal.ts'
import type { ProductChat, ProductMessage } from './product-chat.ts'

/** A message of the person and everything after it on one branch, up to the next message. */
export interface ProductTurn {
  id: string
  parentId: string | null
  messages: ProductMessage[]
  /** Of those with the same parent it was shown. */
  isChosen: boolean
}

/**
 * The turns of a chat, each after its parent. Where an answer was made again, what the person wrote begins each
 * of its versions, as it would here. Throws `chat/import-refused` for more entries than a chat may have.
 */
export async function turnsOf({
  messages,
  currentId,
}: Pick<ProductChat, 'messages' | 'currentId'>): Promise<ProductTurn[]> {
  const children = childrenOf(messages)
  const turns: ProductTurn[] = []
  const next = versionsFrom(children.get(null) ?? [], null, [])
  let entries = 0
  for (let begun = next.pop(); begun; begun = next.pop()) {
    const { parentId } = begun
    await yieldIfBudgetSpent()
    const path = [...begun.path, begun.message]
    let after = followers(path, children)
    // An answer that continues, and that no one wrote to in between.
    while (after.persons.length === 0 && after.others.length === 1) {
      await yieldIfBudgetSpent()
      path.push(...after.others)
      after = followers(path, children)
    }
    entries += path.length
    if (entries > CHAT_FILE_LIMITS.entries || turns.length >= CHAT_FILE_LIMITS.turns)
      throw importRefused('too-large')
    if (after.persons.length > 0 || after.others.length === 0) {
      const id = `turn-${turns.length}`
      turns.push({ id, parentId, messages: path, isChosen: false })
      next.push(...versionsFrom(after.persons, id, []))
    }
    next.push(...versionsFrom(after.others, parentId, path))
  }
  choose(turns, shownIds(messages, currentId))
  return turns
}

/** Copied when it is taken up: a hostile file has as many as it likes. */
interface Begun {
  parentId: string | null
  path: readonly ProductMessage[]
  message: ProductMessage
}

/** The first of them is taken first, from the end. */
const versionsFrom = (
  messages: readonly ProductMessage[],
  parentId: string | null,
  path: readonly ProductMessage[],
): Begun[] => messages.map((message) => ({ parentId, path, message })).toReversed()

function childrenOf(messages: readonly ProductMessage[]): Map<string | null, ProductMessage[]> {
  const children = new Map<string | null, ProductMessage[]>()
  for (const message of messages) {
    const siblings = children.get(message.parentId)
    if (siblings) siblings.push(message)
    else children.set(message.parentId, [message])
  }
  return children
}

function followers(
  path: readonly ProductMessage[],
  children: ReadonlyMap<string | null, ProductMessage[]>,
): { persons: ProductMessage[]; others: ProductMessage[] } {
  const all = children.get(path.at(-1)?.id ?? null) ?? []
  return {
    persons: all.filter(({ kind }) => kind === 'person'),
    others: all.filter(({ kind }) => kind !== 'person'),
  }
}

/** The messages of the branch that was shown. */
function shownIds(messages: readonly ProductMessage[], currentId: string | null): Set<string> {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]))
  const shown = new Set<string>()
  for (let id = currentId; id !== null && !shown.has(id); id = parents.get(id) ?? null)
    shown.add(id)
  return shown
}

/** Chooses, of the turns with the same parent, the one with most of the shown branch, or else the last. */
function choose(turns: readonly ProductTurn[], shown: ReadonlySet<string>): void {
  const best = new Map<string | null, { turn: ProductTurn; score: number }>()
  for (const turn of turns) {
    const score = turn.messages.filter(({ id }) => shown.has(id)).length
    const other = best.get(turn.parentId)
    if (!other || score >= other.score) best.set(turn.parentId, { turn, score })
  }
  for (const { turn } of best.values()) turn.isChosen = true
}
