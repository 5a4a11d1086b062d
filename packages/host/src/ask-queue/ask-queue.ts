import {
  abortCodeOf,
  GatehouseError,
  reduceAsk,
  type AbortCode,
  type AnswerTo,
  type Ask,
  type AskAnswer,
  type AskDraft,
  type AskEvent,
} from '@gatehouse/domain'
import {
  ASK_BUDGET,
  askSize,
  exceededAskBudget,
  type AskSize,
} from '@gatehouse/domain/server-requests'
import type { HostDependencies } from '../dependencies.ts'
import { askRecord } from '../audit/ask-record.ts'
import { errorMessage } from '../error-message.ts'
import { AskDrafts } from './ask-drafts.ts'
import { checkedAnswer } from './check-answer.ts'
import { assertDisplayed } from './assert-displayed.ts'

/**
 * Everything that waits for a person, in main and on disk, so that a closed or killed window loses
 * nothing, and a killed app still knows what it was asked.
 */
export interface AskQueue {
  /** Oldest first. */
  pending(): Ask[]
  /**
   * Puts an ask before the person and resolves with the answer. Rejects with `ask/withdrawn` when
   * `signal` is aborted first, with `request/too-many` when all that the server has pending would be over
   * `ASK_BUDGET`, and with `ask/not-saved` when the disk refuses it: no one is shown what a crash would lose. The row of a
   * tool approval goes with the record of its call, which its caller writes (`AskStore.settle`).
   * A reason that is not an `AbortReason` is recorded as the server's taking it back.
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
  withdrawFor(serverId: string, reason: AbortCode): void
  /** Input in cards that the person has not sent. */
  readonly drafts: Pick<AskDrafts, 'list' | 'unsent' | 'dismiss'>
  /** Keeps what the person has written so far. Throws `ask/draft-too-large`, `ask/not-pending`. */
  saveDraft(id: string, draft: AskDraft): void
  /** Receives every ask that ended before anyone decided. */
  onWithdrawn(listener: (ask: Ask, event: WithdrawnEvent) => void): void
  /** From now on every ask that ends is recorded as ended by the quit of the app. */
  quitting(): void
  /** Aborted once the ask is answered or withdrawn; undefined when it is not pending. */
  settledSignal(id: string): AbortSignal | undefined
}

export type WithdrawnEvent = Extract<AskEvent, { type: 'withdrawn' }>

interface Waiting {
  ask: Ask
  size: AskSize
  settled: AbortController
  settle(event: AskEvent): void
}

type Dependencies = Pick<HostDependencies, 'events' | 'clock' | 'ids' | 'stores' | 'digest'>

export function createAskQueue(deps: Dependencies): AskQueue {
  return new WaitingAsks(deps)
}

class WaitingAsks implements AskQueue {
  readonly #deps: Dependencies
  readonly #waiting = new Map<string, Waiting>()
  readonly drafts = new AskDrafts()
  readonly #listeners: ((ask: Ask, event: WithdrawnEvent) => void)[] = []
  #isQuitting = false

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  pending(): Ask[] {
    return [...this.#waiting.values()].map((entry) => entry.ask)
  }

  ask<Kind extends Ask['kind']>(
    ask: Extract<Ask, { kind: Kind }>,
    signal: AbortSignal,
  ): Promise<AnswerTo<Kind>> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(withdrawn())
        return
      }
      const size = askSize(ask)
      assertRoom(ask, size, this.#waiting.values())
      save(ask, this.#deps)
      const onAbort = (): void => this.#withdraw(ask, abortCodeOf(signal) ?? 'server-withdrew')
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.set(ask.id, {
        ask,
        size,
        settled: new AbortController(),
        settle(event) {
          signal.removeEventListener('abort', onAbort)
          if (event.type === 'answered' && isAnswerTo(ask.kind, event.answer)) resolve(event.answer)
          else reject(withdrawn())
        },
      })
      this.#deps.events.emit('ask.changed', ask)
    })
  }

  answer(id: string, given: AskAnswer): void {
    const entry = this.#waiting.get(id)
    if (!entry) throw notPending()
    const answer = checkedAnswer(entry.ask, given)
    assertDisplayed(entry.ask, answer, this.#deps.digest)
    const event = { type: 'answered', at: this.#deps.clock.now(), answer } as const
    keep(entry.ask, event, this.#deps)
    this.drafts.answered(id)
    this.#settle(id, event)
  }

  withdrawFor(serverId: string, reason: AbortCode): void {
    for (const ask of this.pending()) if (ask.serverId === serverId) this.#withdraw(ask, reason)
  }

  saveDraft(id: string, draft: AskDraft): void {
    this.drafts.save(id, draft, this.#waiting.has(id))
  }

  onWithdrawn(listener: (ask: Ask, event: WithdrawnEvent) => void): void {
    this.#listeners.push(listener)
  }

  quitting(): void {
    this.#isQuitting = true
  }

  settledSignal(id: string): AbortSignal | undefined {
    return this.#waiting.get(id)?.settled.signal
  }

  #settle(id: string, event: AskEvent): void {
    const entry = this.#waiting.get(id)
    if (!entry) return
    this.#waiting.delete(id)
    this.#deps.events.emit('ask.changed', reduceAsk(entry.ask, event))
    entry.settle(event)
    entry.settled.abort()
  }

  #withdraw(ask: Ask, why: AbortCode): void {
    const reason = this.#isQuitting ? 'app-quit' : why
    const event = { type: 'withdrawn', at: this.#deps.clock.now(), reason } as const
    // Before the window gets the event, so that it finds them.
    this.drafts.withdrawn(ask, event)
    this.#settle(ask.id, event)
    try {
      keep(ask, event, this.#deps)
      for (const listener of this.#listeners) listener(ask, event)
    } catch {
      // No one decided anything; a disk that refuses must not keep the request from ending. The next
      // start finds the row and settles it.
    }
  }
}

function keep(ask: Ask, event: AskEvent, deps: Dependencies): void {
  if (ask.kind !== 'tool-approval') deps.stores.asks.settle(ask.id, askRecord(ask, event, deps))
}

function save(ask: Ask, { stores }: Dependencies): void {
  try {
    stores.asks.save(ask)
  } catch (error) {
    throw new GatehouseError(
      'ask/not-saved',
      `A request of ${ask.serverName} could not be saved, so it was not put before you. ${errorMessage(error)}`,
      { cause: error },
    )
  }
}

/** A call of a tool is the model's or the person's own doing, so only what servers ask is counted. */
function assertRoom(ask: Ask, size: AskSize, waiting: Iterable<Waiting>): void {
  if (ask.kind === 'tool-approval') return
  const sizes = [...waiting].flatMap((other) =>
    other.ask.kind !== 'tool-approval' && other.ask.serverId === ask.serverId ? other.size : [],
  )
  const part = exceededAskBudget(sizes, size)
  if (part !== undefined)
    throw new GatehouseError(
      'request/too-many',
      `${ask.serverName} has requests waiting already, and with one more they would be over the limit of ${ASK_BUDGET[part]} ${part}, so it was refused.`,
      { data: { part } },
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
