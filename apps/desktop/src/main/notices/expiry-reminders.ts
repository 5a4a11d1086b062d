import { expiryReminderAt, type Ask } from '@gatehouse/domain'

export interface ExpiryRemindersOptions {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Returns how to take it back. */
  after: (ms: number, task: () => void) => () => void
  /** Of one server at most one in this many milliseconds. */
  pauseMs: number
  remind: (ask: Ask, leftMs: number) => void
}

/** Reminds once, for each time that is about to be over, that an ask expires then. */
export class ExpiryReminders {
  readonly #options: ExpiryRemindersOptions
  readonly #timers = new Map<string, () => void>()
  readonly #latest = new Map<string, { at: number; expiresAt: number }>()

  constructor(options: ExpiryRemindersOptions) {
    this.#options = options
  }

  note(ask: Ask): void {
    if (ask.state.status !== 'pending') {
      this.#timers.get(ask.id)?.()
      this.#timers.delete(ask.id)
      return
    }
    const at = expiryReminderAt(ask)
    if (at === undefined || this.#timers.has(ask.id)) return
    const wait = Math.max(0, at - this.#options.now())
    this.#timers.set(
      ask.id,
      this.#options.after(wait, () => this.#due(ask)),
    )
  }

  close(): void {
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
  }

  #due(ask: Ask): void {
    if (!ask.expiry) return
    const now = this.#options.now()
    const expiresAt = ask.expiry.at
    const before = this.#latest.get(ask.serverId)
    // A sign-in is asked about again once its page was opened, for the same time.
    if (before && (before.expiresAt === expiresAt || now - before.at < this.#options.pauseMs))
      return
    this.#latest.set(ask.serverId, { at: now, expiresAt })
    this.#options.remind(ask, Math.max(0, expiresAt - now))
  }
}
