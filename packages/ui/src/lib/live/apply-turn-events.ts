import type { EventPayload } from '@gatehouse/contract'
import {
  reduceTurn,
  type ConversationView,
  type TranscriptTurn,
  type Turn,
  type TurnEvent,
} from '@gatehouse/domain'

export type TurnBatch = EventPayload<'turn.events'>

/**
 * Draws a batch of turn events into a chat. Folding in what is there already changes nothing, so a
 * response and the events that overtook it agree. What is on no page that is here changes nothing either.
 * `undefined` = something before it is missing.
 */
export function applyTurnEvents(
  view: ConversationView,
  batch: TurnBatch,
): ConversationView | undefined {
  let next = view
  for (const event of batch.events) {
    const folded: ConversationView | undefined =
      event.type === 'turn-started'
        ? withNewTurn(next, event)
        : withEvent(next, batch.turnId, event)
    if (folded === undefined) return undefined
    next = folded
  }
  return next
}

/** A new turn takes the place of what was shown from its depth on: it is another version of that. */
function withNewTurn(
  view: ConversationView,
  { turn, versions }: Extract<TurnEvent, { type: 'turn-started' }>,
): ConversationView | undefined {
  if (view.turns.some(({ id }) => id === turn.id)) return view
  const running = { ...view, isRunning: true }
  const above = view.turns.filter(({ depth }) => depth < turn.depth)
  const parent = above.at(-1)
  const follows = turn.depth === 0 || (parent?.id === turn.parentId && parent?.entriesAfter === 0)
  // The end of the chat is not here: it is read when the person goes there.
  if (!follows) return view.hasAfter && parent ? running : undefined
  const shown = { ...turn, entriesBefore: 0, entriesAfter: 0, ...(versions ? { versions } : {}) }
  return {
    ...running,
    turns: [...above, shown],
    hasAfter: false,
    hasBefore: turn.depth > 0 && view.hasBefore,
  }
}

function withEvent(
  view: ConversationView,
  turnId: string,
  event: TurnEvent,
): ConversationView | undefined {
  const isRunning = runsAfter(event) ?? view.isRunning
  const index = view.turns.findIndex((turn) => turn.id === turnId)
  const known = view.turns[index]
  if (known === undefined) {
    // A late result of a turn that is elsewhere; what streams is missed only where the end is here.
    if (runsAfter(event) === true && !view.hasAfter) return undefined
    return isRunning === view.isRunning ? view : { ...view, isRunning }
  }
  if (isGap(known, event)) return undefined
  const turn = isRepeated(known, event) ? known : withinPage(known, reduceTurn(known, event))
  if (turn === known && isRunning === view.isRunning) return view
  return { ...view, isRunning, turns: turn === known ? view.turns : view.turns.with(index, turn) }
}

/** Returns true if a turn of the chat runs after this event; undefined when the event does not tell. */
export function runsAfter(event: TurnEvent): boolean | undefined {
  switch (event.type) {
    case 'turn-started':
    case 'turn-continued':
    case 'step-started':
    case 'text-delta':
    case 'reasoning-delta':
    case 'text-was-reasoning':
    case 'tool-input-delta':
    case 'message-finished':
    case 'tool-call-added':
      return true
    case 'turn-ended':
      return false
    // Calls that are tasks continue after their turn.
    case 'tool-call-decided':
    case 'tool-call-started':
    case 'tool-call-progressed':
    case 'tool-call-task-changed':
    case 'tool-call-finished':
    case 'tool-call-ended':
    case 'tool-call-ask-withdrawn':
    case 'tool-call-exchanged':
    case 'tool-call-undo-changed':
    case 'tool-call-app-drawn':
    case 'tool-call-app-failed':
    case 'tools-left-out':
    case 'parameters-left-out':
    case 'provider-data-left-out':
    case 'turns-left-out':
    case 'request-sized':
      return undefined
  }
}

/** Counts an addition to a turn whose end is not loaded, without adding it. */
function withinPage(before: TranscriptTurn, after: Turn): TranscriptTurn {
  const { entriesBefore, entriesAfter, versions } = before
  // Of the turn itself what is gone from it is gone here too.
  const place = { entriesBefore, entriesAfter, ...(versions === undefined ? {} : { versions }) }
  const turn: TranscriptTurn = { ...after, ...place }
  const added = after.entries.length - before.entries.length
  if (before.entriesAfter === 0 || added <= 0) return turn
  return {
    ...turn,
    entries: after.entries.slice(0, -added),
    entriesAfter: before.entriesAfter + added,
  }
}

/** A step or call that is there already; deltas show by their offset what they repeat. */
function isRepeated(turn: Turn, event: TurnEvent): boolean {
  switch (event.type) {
    case 'step-started':
      return hasEntry(turn, event.messageId)
    case 'tool-call-added':
      return hasEntry(turn, event.call.id)
    default:
      return false
  }
}

/** An event about an entry that was never announced, or a delta that begins after the text known. */
function isGap(turn: TranscriptTurn, event: TurnEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta': {
      const entry = turn.entries.findLast((candidate) => candidate.id === event.entryId)
      if (entry?.kind !== 'assistant-message') return isWhole(turn)
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
      return isWhole(turn) && !hasEntry(turn, event.entryId)
    default:
      return false
  }
}

const isWhole = ({ entriesBefore, entriesAfter }: TranscriptTurn): boolean =>
  entriesBefore + entriesAfter === 0

function hasEntry(turn: Turn, id: string): boolean {
  return turn.entries.some((entry) => entry.id === id)
}
