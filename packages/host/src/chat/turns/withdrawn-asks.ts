import type { AbortCode, Ask, AskCause, TurnEvent } from '@gatehouse/domain'
import type { WithdrawnEvent } from '../../ask-queue/ask-queue.ts'
import { askSubject } from '../../audit/ask-subject.ts'
import type { CallInTurn } from './task-turns.ts'

/** The person ended these themselves, or nothing was taken from them. */
const SILENT_REASONS: ReadonlySet<AbortCode> = new Set<AbortCode>([
  'stopped',
  'call-cancelled',
  'finished',
  'decided-elsewhere',
])
const MAX_SUBJECT = 200

/** The note of an ask that ended before anyone decided, for each chat: below the last of its calls there. */
export function withdrawalsOf(
  ask: Ask,
  { at, reason }: WithdrawnEvent,
): { call: CallInTurn; event: TurnEvent }[] {
  if (ask.kind === 'tool-approval' || SILENT_REASONS.has(reason)) return []
  const { id, kind } = ask
  const subject = askSubject(ask).slice(0, MAX_SUBJECT)
  return lastCalls(ask.causes).map((call) => ({
    call,
    event: {
      type: 'tool-call-ask-withdrawn',
      entryId: call.entryId,
      ask: { id, kind, subject, reason, at },
    },
  }))
}

/** The last call in each chat of those that may have caused something: it is shown there. */
export function lastCalls(causes: readonly AskCause[]): AskCause[] {
  const last = new Map<string, AskCause>()
  for (const cause of causes) last.set(cause.conversationId, cause)
  return [...last.values()]
}
