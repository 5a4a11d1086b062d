import { GatehouseError } from '@gatehouse/domain'

/** Calls that run on one server at the same time; the others wait in the order they were allowed. */
const MAX_RUNNING = 8

interface Queue {
  running: number
  waiting: (() => void)[]
}

/** Places for tool calls, so that a model cannot start hundreds on a server at once. */
export class CallSlots {
  readonly #queues = new Map<string, Queue>()

  /**
   * Resolves when the call may run; the result gives its place to the next and may be called twice.
   * Rejects with `call/cancelled` when `signal` is aborted first.
   */
  async take(serverId: string, signal: AbortSignal): Promise<() => void> {
    const queue = this.#queues.get(serverId) ?? { running: 0, waiting: [] }
    this.#queues.set(serverId, queue)
    if (queue.running >= MAX_RUNNING) await placeIn(queue, signal)
    else queue.running += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = queue.waiting.shift()
      if (next) next()
      else queue.running -= 1
      if (queue.running === 0) this.#queues.delete(serverId)
    }
  }
}

/** The place of a call that is over is handed on, so the count stays. */
function placeIn(queue: Queue, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      queue.waiting = queue.waiting.filter((one) => one !== enter)
      reject(new GatehouseError('call/cancelled', 'The call was cancelled before it began.'))
    }
    const enter = (): void => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    if (signal.aborted) {
      reject(new GatehouseError('call/cancelled', 'The call was cancelled before it began.'))
      return
    }
    signal.addEventListener('abort', leave, { once: true })
    queue.waiting.push(enter)
  })
}
