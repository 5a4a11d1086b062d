import { GatehouseError } from '@gatehouse/domain'

/** Calls that run on one server at the same time; the others wait in the order they were allowed. */
const MAX_RUNNING = 8

interface Line {
  running: number
  waiting: (() => void)[]
}

/** Places for tool calls, so that a model cannot start hundreds on a server at once. */
export class CallSlots {
  readonly #lines = new Map<string, Line>()

  /**
   * Resolves when the call may run; the result gives its place to the next and may be called twice.
   * Rejects with `call/cancelled` when `signal` is aborted first.
   */
  async take(serverId: string, signal: AbortSignal): Promise<() => void> {
    const line = this.#lines.get(serverId) ?? { running: 0, waiting: [] }
    this.#lines.set(serverId, line)
    if (line.running >= MAX_RUNNING) await placeIn(line, signal)
    else line.running += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) this.#lines.delete(serverId)
    }
  }
}

/** The place of a call that is over is handed on, so the count stays. */
function placeIn(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      line.waiting = line.waiting.filter((one) => one !== enter)
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
    line.waiting.push(enter)
  })
}
