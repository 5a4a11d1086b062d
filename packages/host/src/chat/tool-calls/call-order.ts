import { GatehouseError, toolHints } from '@gatehouse/domain'
import type { LiveTurn } from '../turns/live-turn.ts'
import { currentCall, type PendingCall } from './pending-call.ts'

interface AllowedCall {
  step: number
  /** Position in its turn. */
  place: number
  isReadOnly: boolean
  ended: Promise<void>
}

/**
 * Keeps the allowed calls of a step in the order in which the model proposed them. A call that the person allowed
 * starts once every earlier call that was allowed before it has ended; calls that are declared read-only may overlap
 * each other. An earlier call that no one decided on yet is not waited for: the person chose another order.
 */
export class CallOrder {
  readonly #allowed = new WeakMap<LiveTurn, Set<AllowedCall>>()

  /**
   * Resolves when the call may start. The result lets the next call start, and may be called twice.
   * Rejects with `call/cancelled` when `signal` is aborted first.
   */
  async enter(pending: PendingCall, signal: AbortSignal): Promise<() => void> {
    const { turn, call, tool } = pending
    const others = this.#allowed.get(turn) ?? new Set()
    this.#allowed.set(turn, others)
    let end = (): void => undefined
    const whenEnded = new Promise<void>((resolve) => {
      end = resolve
    })
    const own: AllowedCall = {
      step: call.step,
      place: turn.state.entries.findIndex(({ id }) => id === call.id),
      isReadOnly: toolHints(tool).isReadOnly,
      ended: whenEnded,
    }
    const earlier = isDecidedByPerson(pending)
      ? [...others].filter((one) => precedes(one, own))
      : []
    others.add(own)
    const leave = (): void => {
      others.delete(own)
      end()
    }
    try {
      await unlessAborted(Promise.all(earlier.map((one) => one.ended)), signal)
    } catch (error) {
      leave()
      throw error
    }
    return leave
  }
}

/** A permission lets calls run side by side: no one decided on their order. */
function isDecidedByPerson(pending: PendingCall): boolean {
  return currentCall(pending).decision?.by === 'person'
}

function precedes(one: AllowedCall, other: AllowedCall): boolean {
  const overlaps = one.isReadOnly && other.isReadOnly
  return one.step === other.step && one.place < other.place && !overlaps
}

function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(new GatehouseError('call/cancelled', 'The call was cancelled before it began.'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    void work.then(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
