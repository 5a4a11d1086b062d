import type { EventPayload } from '@gatehouse/contract'
import { reduceTurn, type ConversationView, type Turn, type TurnEvent } from '@gatehouse/domain'

export type TurnBatch = EventPayload<'turn.events'>

/**
 * Draws a batch of turn events into a chat. Folding in what is there already changes nothing, so an
 * answer and the events that overtook it agree. `undefined` = something before it is missing.
 */
export function foldTurnEvents(
  view: ConversationView,
  batch: TurnBatch,
): ConversationView | undefined {
  const index = view.turns.findIndex((turn) => turn.id === batch.turnId)
  const known = view.turns[index]
  let turn = known
  for (const event of batch.events) {
    if (turn === undefined) {
      if (event.type !== 'turn-started') return undefined
      turn = event.turn
    } else {
      if (isGap(turn, event)) return undefined
      if (!isRepeated(turn, event)) turn = reduceTurn(turn, event)
    }
  }
  if (turn === undefined || turn === known) return view
  const turns = known === undefined ? [...view.turns, turn] : view.turns.with(index, turn)
  return { ...view, turns }
}

/** A start, step or call that is there already; deltas say by their offset what they repeat. */
function isRepeated(turn: Turn, event: TurnEvent): boolean {
  switch (event.type) {
    case 'turn-started':
      return true
    case 'step-started':
      return hasEntry(turn, event.messageId)
    case 'tool-call-added':
      return hasEntry(turn, event.call.id)
    default:
      return false
  }
}

/** An event about an entry that was never told of, or a delta that begins after the text known. */
function isGap(turn: Turn, event: TurnEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta': {
      const entry = turn.entries.findLast((candidate) => candidate.id === event.entryId)
      if (entry?.kind !== 'assistant-message') return true
      const known = event.type === 'text-delta' ? entry.text : entry.reasoning
      return event.offset !== undefined && event.offset > known.length
    }
    case 'message-finished':
    case 'tool-call-decided':
    case 'tool-call-started':
    case 'tool-call-progressed':
    case 'tool-call-task-changed':
    case 'tool-call-finished':
    case 'tool-call-ended':
      return !hasEntry(turn, event.entryId)
    default:
      return false
  }
}

function hasEntry(turn: Turn, id: string): boolean {
  return turn.entries.some((entry) => entry.id === id)
}
