import type { PersonAct } from '@gatehouse/domain/audit'

/** Milliseconds after a press within which a route may be called that the press is for. */
const PRESS_MS = 3000

/**
 * - `press`: called just after a press in the window. Several routes may follow one press.
 * - `own-press`: takes the press, so that nothing else is done by it. For all that sends, opens, reads from a server,
 *   starts or stops one.
 * - `typing`: follows typing. Two calls a press, and the press still counts for another route.
 */
type Press = 'press' | 'own-press' | 'typing'

/** An act in Activity; the server, chat and title of a task are looked up. */
export type RecordedAct = PersonAct | { kind: 'task-cancelled'; taskId: string }

interface Rule<By extends Press, Input> {
  by: By
  /** Milliseconds after the press; 3,000 if absent. */
  withinMs?: number
  /** Returns true for input that needs no press. */
  isFree?: (input: Input) => boolean
}

/** Press rule of a route: the press that the person must have made, and the record that is kept of it. */
export type ActRule<Input> =
  | Rule<'press', Input>
  | (Rule<'own-press' | 'typing', Input> & {
      /** Recorded before the route is handled: what cannot be recorded is not sent. */
      record?: (input: Input) => PersonAct
      /** Recorded once it is done: a full disk keeps no server running. */
      recordAfter?: (input: Input) => RecordedAct
    })

/** `free`: needs no press, as what reads, saves drafts or takes rights away. */
export type Acts<Input> = 'free' | Press | ActRule<Input>

/** Press rule in full; undefined for a route that needs no press. */
export function actRuleOf(
  acts: Acts<never>,
): (ActRule<never> & Required<Pick<ActRule<never>, 'withinMs'>>) | undefined {
  if (acts === 'free') return undefined
  const rule: ActRule<never> = typeof acts === 'string' ? { by: acts } : acts
  return { ...rule, withinMs: rule.withinMs ?? PRESS_MS }
}

/** An act at a server; `subject`: the prompt, resource or text that was read. */
export function serverRequest(
  serverId: string,
  subject: string,
  conversationId?: string,
): PersonAct {
  return { kind: 'person-request', serverId, subject, conversationId }
}

/** An act in a chat. */
export function chatAct(kind: PersonAct['kind'], conversationId: string): PersonAct {
  return { kind, serverId: null, conversationId }
}
