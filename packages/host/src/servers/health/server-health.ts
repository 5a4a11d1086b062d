import { SingleFlight } from '@gatehouse/base'
import type { HostDependencies } from '../../dependencies.ts'
import type { Connection } from '../../ports/index.ts'
import type { ConnectionWaiters } from '../connection-waiters.ts'
import { isSuspect, isIdle, isTransient, notRespondingFailure, respondsToPing } from './liveness.ts'
import type { ServerToOpen } from '../start/open-server.ts'
import type { ServerLifecycle } from '../server-lifecycle.ts'
import { isBackingOff } from '../start/start-failure.ts'

type Dependencies = Pick<HostDependencies, 'clock' | 'timers'> & {
  lifecycle: ServerLifecycle
  waiters: ConnectionWaiters
}

/** Checks that the open connection of one server responds, and reopens it if it does not. */
export class ServerHealth {
  readonly #server: Pick<ServerToOpen, 'config'>
  readonly #lifecycle: ServerLifecycle
  readonly #deps: Dependencies
  readonly #probing = new SingleFlight<void>(() => this.#onProbed())

  constructor(server: Pick<ServerToOpen, 'config'>, deps: Dependencies) {
    this.#server = server
    this.#lifecycle = deps.lifecycle
    this.#deps = deps
  }

  get isProbing(): boolean {
    return this.#probing.isRunning
  }

  /** True if the last response is so old that the server should be pinged before it is shown as healthy. */
  isIdle(now: number): boolean {
    return isIdle(this.#lifecycle.state, now)
  }

  /** True if the open connection should be pinged before it is used. */
  isSuspect(): boolean {
    const { isBusy, state } = this.#lifecycle
    const isRemote = this.#server.config.transport.kind === 'http'
    return !isBusy && isSuspect(state, isRemote, this.#deps.clock.now())
  }

  /** The computer slept or the network changed. Returns whether it should be probed. */
  suspect(): boolean {
    const { state } = this.#lifecycle
    if (state.status === 'failed') return isTransient(state.failure)
    this.#lifecycle.suspect()
    return this.#lifecycle.state.status === 'ready'
  }

  /**
   * Pings the open connection; without a response it is closed and opened again. So is one that failed
   * for a transient cause. Never rejects.
   */
  probe(): Promise<void> {
    const { connection, signal, state } = this.#lifecycle
    if (!connection || !signal) {
      const mayStart = !isBackingOff(state, this.#deps.clock.now())
      if (state.status === 'failed' && isTransient(state.failure) && mayStart)
        this.#lifecycle.ensureStarted('queued')
      return Promise.resolve()
    }
    return this.#probing.run(() => this.#probe(connection, signal))
  }

  #onProbed(): void {
    const { waiters } = this.#deps
    // Urgent callers do not wait for the pause before a retry.
    if (this.#lifecycle.state.status === 'failed' && waiters.hasUrgent)
      this.#lifecycle.ensureStarted('now')
    waiters.notify()
  }

  async #probe(connection: Connection, signal: AbortSignal): Promise<void> {
    const { timers } = this.#deps
    const onOverdue = (): void => this.#lifecycle.suspect()
    const alive = await respondsToPing(connection, { timers, onOverdue }, signal)
    // A server that works on a call may not respond to pings: the call has its own time limit.
    if (alive || signal.aborted || this.#lifecycle.isBusy) return
    this.#lifecycle.fail(notRespondingFailure(this.#server.config.name))
  }
}
