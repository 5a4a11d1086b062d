import {
  GatehouseError,
  reduceAsk,
  type AnswerTo,
  type Ask,
  type AskAnswer,
  type AskEvent,
} from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { askRecord } from '../audit/ask-record.ts'
import { validAnswer } from './valid-answer.ts'
import { assertShown } from './assert-shown.ts'

/** What one server may have before the person at the same time. */
const MAX_PENDING = 20

/** Everything that waits for a person, in main, so that a closed or killed window loses nothing. */
export interface AskQueue {
  /** Oldest first. */
  pending(): Ask[]
  /**
   * Puts an ask before the person and resolves with the answer. Rejects with `ask/withdrawn` when
   * `signal` is aborted first, and with `request/too-many` when the server has 20 others pending.
   * A `signal.reason` that is a text is recorded as the reason of the withdrawal.
   */
  ask<Kind extends Ask['kind']>(
    ask: Extract<Ask, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<AnswerTo<Kind>>
  /**
   * Throws `ask/not-pending` when it was answered or withdrawn, `ask/wrong-kind` on another kind's
   * answer, `ask/wrong-answer` when it does not fit what was asked, `ask/not-as-shown` when the window
   * showed something else than what would be sent. The last three leave the ask pending.
   */
  answer(id: string, answer: AskAnswer): void
  /** Withdraws everything that is asked about this server, or by it. */
  withdrawFor(serverId: string, reason: string): void
  /** Aborted once the ask is answered or withdrawn; undefined when it is not pending. */
  over(id: string): AbortSignal | undefined
}

interface Waiting {
  ask: Ask
  over: AbortController
  settle(event: AskEvent): void
}

type Dependencies = Pick<HostDependencies, 'events' | 'clock' | 'ids' | 'stores' | 'digest'>

export function createAskQueue(deps: Dependencies): AskQueue {
  const waiting = new Map<string, Waiting>()

  function settle(id: string, event: AskEvent): void {
    const entry = waiting.get(id)
    if (!entry) return
    waiting.delete(id)
    deps.events.emit('ask.changed', reduceAsk(entry.ask, event))
    entry.settle(event)
    entry.over.abort()
  }

  function withdraw(ask: Ask, reason: string): void {
    const event = { type: 'withdrawn', at: deps.clock.now(), reason } as const
    settle(ask.id, event)
    try {
      keep(ask, event, deps)
    } catch {
      // Nobody decided anything; a disk that refuses must not keep the request from ending.
    }
  }

  const pending = (): Ask[] => [...waiting.values()].map((entry) => entry.ask)

  return {
    pending,

    ask<Kind extends Ask['kind']>(ask: Extract<Ask, { kind: Kind }>, signal: AbortSignal) {
      return new Promise<AnswerTo<Kind>>((resolve, reject) => {
        if (signal.aborted) {
          reject(withdrawn())
          return
        }
        assertRoom(ask, pending())
        const onAbort = (): void => withdraw(ask, reasonOf(signal))
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(ask.id, {
          ask,
          over: new AbortController(),
          settle(event) {
            signal.removeEventListener('abort', onAbort)
            if (event.type === 'answered' && isAnswerTo(ask.kind, event.answer))
              resolve(event.answer)
            else reject(withdrawn())
          },
        })
        deps.events.emit('ask.changed', ask)
      })
    },

    answer(id, given) {
      const entry = waiting.get(id)
      if (!entry) throw notPending()
      const answer = validAnswer(entry.ask, given)
      assertShown(entry.ask, answer, deps.digest)
      const event = { type: 'answered', at: deps.clock.now(), answer } as const
      keep(entry.ask, event, deps)
      settle(id, event)
    },

    withdrawFor(serverId, reason) {
      for (const ask of pending()) if (ask.serverId === serverId) withdraw(ask, reason)
    },

    over: (id) => waiting.get(id)?.over.signal,
  }
}

function keep(ask: Ask, event: AskEvent, deps: Dependencies): void {
  const record = askRecord(ask, event, deps)
  if (record) deps.stores.audit.append(record)
}

/** A call of a tool is the model's or the person's own doing, so only what servers ask is counted. */
function assertRoom(ask: Ask, pending: Ask[]): void {
  if (ask.kind === 'tool-approval') return
  const others = pending.filter(
    (other) => other.kind !== 'tool-approval' && other.serverId === ask.serverId,
  )
  if (others.length >= MAX_PENDING)
    throw new GatehouseError(
      'request/too-many',
      `${ask.serverName} has ${MAX_PENDING} requests waiting already, so one more was refused.`,
    )
}

function isAnswerTo<Kind extends Ask['kind']>(
  kind: Kind,
  answer: AskAnswer,
): answer is AnswerTo<Kind> {
  return answer.kind === kind
}

function notPending(): GatehouseError {
  return new GatehouseError(
    'ask/not-pending',
    'This request was answered or withdrawn already. Nothing was changed.',
  )
}

function withdrawn(): GatehouseError {
  return new GatehouseError('ask/withdrawn', 'The request was withdrawn before it was answered.')
}

function reasonOf(signal: AbortSignal): string {
  return typeof signal.reason === 'string' && signal.reason !== '' ? signal.reason : 'stopped'
}
