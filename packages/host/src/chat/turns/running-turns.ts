import { abortWith, GatehouseError, type Turn } from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import type { LiveTurn } from './live-turn.ts'

/** A turn while it runs. */
export interface RunningTurn {
  readonly live: LiveTurn
  readonly signal: AbortSignal
  /** A signal for one tool call, which ends with the turn's too. */
  callSignal(entryId: string): AbortSignal
}

interface Slot {
  live: LiveTurn
  controller: AbortController
  calls: Map<string, AbortController>
  over: Promise<void>
}

/** The turns that run now, at most one in a chat. */
export class RunningTurns {
  readonly #slots = new Map<string, Slot>()
  /** Turns that are over and could not be saved as such. */
  readonly #unsaved = new Set<string>()
  readonly #deps: Pick<HostDependencies, 'events' | 'clock'>
  #isClosing = false

  constructor(deps: Pick<HostDependencies, 'events' | 'clock'>) {
    this.#deps = deps
  }

  /** The app quits: a turn that began now would be neither stopped nor waited for. */
  get isClosing(): boolean {
    return this.#isClosing
  }

  /** The running turn of a chat as it is now. */
  state(conversationId: string): Turn | undefined {
    const state = this.#slots.get(conversationId)?.live.state
    return state?.status === 'running' ? state : undefined
  }

  /** The running turn of a chat, to be changed. */
  live(conversationId: string): LiveTurn | undefined {
    const live = this.#slots.get(conversationId)?.live
    return live?.state.status === 'running' ? live : undefined
  }

  /** Resolves once the turn does not run; at once when it does not. */
  async whenOver(conversationId: string, turnId: string): Promise<void> {
    const slot = this.#slots.get(conversationId)
    if (slot?.live.state.id === turnId) await slot.over
  }

  /** Retries the writes that failed when turns ended; what fails again is kept for later. */
  endUnsaved(end: (turnId: string) => void): void {
    for (const turnId of this.#unsaved) {
      try {
        end(turnId)
        this.#unsaved.delete(turnId)
      } catch {
        // The disk still refuses; the chat says so as soon as something is sent in it.
      }
    }
  }

  /** Throws `chat/busy`, and `chat/quitting` once the app quits. */
  assertIdle(conversationId: string): void {
    if (this.#isClosing)
      throw new GatehouseError('chat/quitting', 'Gatehouse is quitting. What you wrote is kept.')
    if (this.state(conversationId))
      throw new GatehouseError(
        'chat/busy',
        'An answer is under way in this chat. Stop it or wait until it is over.',
      )
  }

  /** Begins `work`, which ends the turn itself; if it cannot, a fault is emitted. */
  begin(live: LiveTurn, work: (running: RunningTurn) => Promise<void>): Turn {
    const { conversationId } = live.state
    // A turn that goes on is not over any more.
    this.#unsaved.delete(live.state.id)
    const controller = new AbortController()
    const calls = new Map<string, AbortController>()
    const running: RunningTurn = {
      live,
      signal: controller.signal,
      callSignal(entryId) {
        const own = new AbortController()
        calls.set(entryId, own)
        return AbortSignal.any([controller.signal, own.signal])
      },
    }
    const slot: Slot = { live, controller, calls, over: Promise.resolve() }
    this.#slots.set(conversationId, slot)
    slot.over = work(running)
      .catch((error: unknown) => this.#recordFault(live, error))
      .then(() => {
        if (this.#slots.get(conversationId) === slot) this.#slots.delete(conversationId)
      })
    return live.state
  }

  /** Stops the running turn. */
  stop(conversationId: string): void {
    const slot = this.#slots.get(conversationId)
    if (slot) abortWith(slot.controller, 'stopped')
  }

  cancelCall(conversationId: string, entryId: string): void {
    const call = this.#slots.get(conversationId)?.calls.get(entryId)
    if (call) abortWith(call, 'call-cancelled')
  }

  /** Stops every turn as interrupted and resolves when they are over. */
  async close(): Promise<void> {
    this.#isClosing = true
    const slots = [...this.#slots.values()]
    for (const slot of slots) abortWith(slot.controller, 'app-quit')
    await Promise.all(slots.map((slot) => slot.over))
  }

  /** The disk may be what failed, so this is emitted even if it cannot be saved. */
  #recordFault(live: LiveTurn, error: unknown): void {
    const message = error instanceof Error ? error.message : 'The turn ended unexpectedly.'
    const failure = { code: 'internal', message } as const
    this.#unsaved.add(live.state.id)
    this.#deps.events.emit('turn.events', {
      conversationId: live.state.conversationId,
      turnId: live.state.id,
      events: [{ type: 'turn-ended', status: 'failed', failure, at: this.#deps.clock.now() }],
    })
  }
}
