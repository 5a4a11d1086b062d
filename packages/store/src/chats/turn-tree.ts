import type { TurnVersions } from '@gatehouse/domain'
import type { TurnNode } from '@gatehouse/host/ports'
import type { Database } from '../file/database.ts'

/** Which turn follows which, and which branch of a chat is shown. */
export interface TurnTree {
  /** The id of the last turn of the branch that a chat shows. */
  lastTurnId(conversationId: string): string | null
  /** All turns of a chat, in the order they were made. */
  nodes(conversationId: string): TurnNode[]
  /** The turn that an entry is in, on whatever branch; `null` when it is not there. */
  turnOf(conversationId: string, entryId: string): string | null
  /** True if a turn is on the branch that its chat shows. Reads no entry. */
  isShown(turnId: string): boolean
  /** `null` when it is the only one at its place, or not there. */
  versions(turnId: string): TurnVersions | null
  /** Shows the branch of a turn, down to what was last shown below it. Nothing when there is none. */
  show(turnId: string): void
}

/**
 * Every turn with children has exactly one that is chosen. A turn is active when it and all turns above
 * it are chosen: so a chat's branch is read by depth, and a version that was left is found again as it was.
 */
export function createTurnTree(database: Database): TurnTree {
  const lastShown = database.prepare(
    'SELECT id FROM turns WHERE conversation_id = ? AND active = 1 ORDER BY depth DESC LIMIT 1',
  )
  const nodes = database.prepare(
    'SELECT id, parent_id, chosen, active FROM turns WHERE conversation_id = ? ORDER BY seq',
  )
  const active = database.prepare('SELECT active FROM turns WHERE id = ?')
  const place = database.prepare('SELECT conversation_id, parent_id, seq FROM turns WHERE id = ?')
  const siblings = database.prepare(
    'SELECT count(*) FILTER (WHERE seq <= ?1), count(*), ' +
      '(SELECT id FROM turns WHERE conversation_id = ?2 AND parent_id IS ?3 AND seq < ?1 ORDER BY seq DESC LIMIT 1), ' +
      '(SELECT id FROM turns WHERE conversation_id = ?2 AND parent_id IS ?3 AND seq > ?1 ORDER BY seq LIMIT 1) ' +
      'FROM turns WHERE conversation_id = ?2 AND parent_id IS ?3',
  )
  const turnOf = database.prepare(
    'SELECT id FROM turns WHERE conversation_id = ? AND EXISTS ' +
      '(SELECT 1 FROM entries WHERE turn_id = turns.id AND id = ?) LIMIT 1',
  )
  return {
    lastTurnId(conversationId) {
      const [row] = lastShown.rows(conversationId)
      return row === undefined ? null : String(row[0])
    },
    nodes: (conversationId) =>
      nodes.rows(conversationId).map(([id, parentId, isChosen, isShown]) => ({
        id: String(id),
        parentId: text(parentId),
        isChosen: Number(isChosen) === 1,
        isShown: Number(isShown) === 1,
      })),
    turnOf: (conversationId, entryId) => text(turnOf.rows(conversationId, entryId)[0]?.[0]),
    isShown: (turnId) => Number(active.rows(turnId)[0]?.[0] ?? 0) === 1,
    versions(turnId) {
      const [row] = place.rows(turnId)
      if (row === undefined) return null
      const [conversationId, parentId, seq] = row
      const [found] = siblings.rows(Number(seq), String(conversationId), text(parentId))
      const [position, count, previousId, nextId] = found ?? []
      if (Number(count) < 2) return null
      return {
        position: Number(position),
        count: Number(count),
        previousId: text(previousId),
        nextId: text(nextId),
      }
    },
    show: showing(database),
  }
}

function showing(database: Database): TurnTree['show'] {
  /** The turn and its ancestors up to the first shown one, without that one. */
  const hidden = database.prepare(
    'WITH RECURSIVE up (id, conversation_id, parent_id, depth, active) AS (' +
      'SELECT id, conversation_id, parent_id, depth, active FROM turns WHERE id = ? UNION ALL ' +
      'SELECT turns.id, turns.conversation_id, turns.parent_id, turns.depth, turns.active ' +
      'FROM turns JOIN up ON turns.id = up.parent_id WHERE up.active = 0) ' +
      'SELECT id, conversation_id, parent_id, depth FROM up WHERE active = 0',
  )
  const unchoose = database.prepare(
    'UPDATE turns SET chosen = 0 WHERE conversation_id = ? AND parent_id IS ? AND chosen = 1',
  )
  const choose = database.prepare('UPDATE turns SET chosen = 1 WHERE id = ?')
  const hide = database.prepare(
    'UPDATE turns SET active = 0 WHERE conversation_id = ? AND active = 1 AND depth >= ?',
  )
  const activate = database.prepare(
    'WITH RECURSIVE down (id, conversation_id) AS (' +
      'SELECT id, conversation_id FROM turns WHERE id = ? UNION ALL ' +
      'SELECT turns.id, turns.conversation_id FROM turns JOIN down ' +
      'ON turns.conversation_id = down.conversation_id AND turns.parent_id = down.id ' +
      'WHERE turns.chosen = 1) ' +
      'UPDATE turns SET active = 1 WHERE id IN (SELECT id FROM down)',
  )
  return (turnId) => {
    const rows = hidden.rows(turnId)
    const highest = rows.at(-1)
    if (highest === undefined) return
    for (const [id, conversationId, parentId] of rows) {
      unchoose.run(String(conversationId), text(parentId))
      choose.run(String(id))
    }
    const [id, conversationId, , depth] = highest
    hide.run(String(conversationId), Number(depth))
    activate.run(String(id))
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
