import type { TurnEvent } from '@gatehouse/domain'

/**
 * Appends `added` to `events`, joining a delta with the one right before it when both are about the same
 * entry. Folding the result with `reduceTurn` gives what folding all of them gives.
 */
export function coalesceTurnEvents(events: TurnEvent[], added: readonly TurnEvent[]): void {
  for (const event of added) {
    const last = events.at(-1)
    const joined = last && join(last, event)
    if (joined) events[events.length - 1] = joined
    else events.push(event)
  }
}

function join(last: TurnEvent, next: TurnEvent): TurnEvent | undefined {
  switch (next.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return last.type === next.type && last.entryId === next.entryId
        ? { ...last, text: last.text + next.text }
        : undefined
    case 'tool-input-delta':
      return last.type === next.type ? next : undefined
    case 'tool-call-progressed':
      return last.type === next.type && last.entryId === next.entryId ? next : undefined
    default:
      return undefined
  }
}
