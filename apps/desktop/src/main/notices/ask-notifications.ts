import type { Ask, Settings } from '@gatehouse/domain'
import { ExpiryReminders } from './expiry-reminders.ts'
import { noticeText, reminderText, type NoticeText } from './notice-words.ts'

/** Milliseconds in which one server raises at most one notification, and one about a pending expiry. */
export const NOTICE_PAUSE_MS = 60_000

/** Notifications of the system. */
export interface Notifier {
  /** True if the focused window shows the asks of these chats, or says that they wait. */
  isInFront(chatIds: readonly string[]): boolean
  /** Returns how to take it back. Never throws. */
  show(notice: NoticeText & { silent: boolean }, onClick: () => void): () => void
  /** The count beside the app's icon, where the platform has one. */
  badge(count: number): void
  /** Brings the window to the front. */
  toFront(): void
  /** Called when a window of the app comes to the front. */
  onFront(listener: () => void): void
}

export interface AskNoticesOptions {
  notifier: Notifier
  /** Milliseconds that only ever grow. */
  now: () => number
  /** Milliseconds since the epoch, in which asks say when they expire. */
  wallClock: () => number
  /** Returns how to take it back. */
  after: (ms: number, task: () => void) => () => void
  locale: () => string
  /** Has the window show an ask. It answers nothing. */
  open: (askId: string) => void
}

/** Notifies that something waits for the person while they look elsewhere, and once that it is about to expire. */
export interface AskNotifications {
  note(ask: Ask): void
  follow(settings: Pick<Settings, 'notifications' | 'notificationSound'>): void
  close(): void
}

interface ServerNotices {
  shownAt: number
  /** Arrived since the last notification, and wait still. */
  unseen: Map<string, Ask>
  takeBack: (() => void) | undefined
  cancelTimer: (() => void) | undefined
}

export function createAskNotifications(options: AskNoticesOptions): AskNotifications {
  return new ServerAskNotices(options)
}

class ServerAskNotices implements AskNotifications {
  readonly #options: AskNoticesOptions
  /** Oldest first. */
  readonly #pending = new Map<string, Ask>()
  readonly #servers = new Map<string, ServerNotices>()
  readonly #reminders: ExpiryReminders
  #settings: Parameters<AskNotifications['follow']>[0] = {
    notifications: false,
    notificationSound: false,
  }

  constructor(options: AskNoticesOptions) {
    this.#options = options
    const { wallClock, after } = options
    this.#reminders = new ExpiryReminders({
      now: wallClock,
      after,
      pauseMs: NOTICE_PAUSE_MS,
      remind: (ask, leftMs) => this.#remind(ask, leftMs),
    })
    // Whoever looks at the app sees what waits there.
    options.notifier.onFront(() => this.#forgetAll())
  }

  note(ask: Ask): void {
    const isPending = ask.state.status === 'pending'
    const isNew = isPending && !this.#pending.has(ask.id)
    if (isPending) this.#pending.set(ask.id, ask)
    else this.#pending.delete(ask.id)
    this.#options.notifier.badge(this.#pending.size)
    this.#reminders.note(ask)
    if (isNew) this.#arrived(ask)
    else if (!isPending) this.#settled(ask)
  }

  follow(next: Pick<Settings, 'notifications' | 'notificationSound'>): void {
    this.#settings = next
    if (!next.notifications) this.#forgetAll()
  }

  close(): void {
    this.#reminders.close()
    this.#forgetAll()
    this.#options.notifier.badge(0)
  }

  #isQuiet(ask: Ask): boolean {
    return !this.#settings.notifications || this.#options.notifier.isInFront(chatIdsOf(ask))
  }

  #noticesOf(serverId: string): ServerNotices {
    const known = this.#servers.get(serverId)
    if (known) return known
    const made: ServerNotices = {
      shownAt: Number.NEGATIVE_INFINITY,
      unseen: new Map(),
      takeBack: undefined,
      cancelTimer: undefined,
    }
    this.#servers.set(serverId, made)
    return made
  }

  #show(own: ServerNotices): void {
    own.cancelTimer = undefined
    const asks = [...own.unseen.values()]
    const [first] = asks
    if (!first || this.#isQuiet(first)) return
    const { serverId } = first
    this.#raise(own, noticeText(asks, this.#options.locale()), () => {
      // What it announced may be over by now. Coming to the front forgets all that is unseen.
      const waiting = [...own.unseen.values(), ...this.#pending.values()]
      return waiting.find((one) => one.serverId === serverId)
    })
  }

  #remind(ask: Ask, leftMs: number): void {
    if (this.#isQuiet(ask)) return
    const text = reminderText(ask, leftMs, this.#options.locale())
    this.#raise(this.#noticesOf(ask.serverId), text, () => this.#pending.get(ask.id))
  }

  /** In place of the one before of the same server. */
  #raise(own: ServerNotices, text: NoticeText, wanted: () => Ask | undefined): void {
    const { notifier, now, open } = this.#options
    own.shownAt = now()
    own.takeBack?.()
    own.takeBack = notifier.show({ ...text, silent: !this.#settings.notificationSound }, () => {
      const ask = wanted()
      notifier.toFront()
      if (ask) open(ask.id)
    })
  }

  #arrived(ask: Ask): void {
    const own = this.#noticesOf(ask.serverId)
    own.unseen.set(ask.id, ask)
    if (this.#isQuiet(ask) || own.cancelTimer) return
    const wait = own.shownAt + NOTICE_PAUSE_MS - this.#options.now()
    if (wait <= 0) this.#show(own)
    else own.cancelTimer = this.#options.after(wait, () => this.#show(own))
  }

  #settled(ask: Ask): void {
    const own = this.#servers.get(ask.serverId)
    if (!own) return
    own.unseen.delete(ask.id)
    if (own.unseen.size === 0) forget(own)
  }

  #forgetAll(): void {
    for (const own of this.#servers.values()) forget(own)
  }
}

/** The chats that an ask comes from; none for what a server asks outside of any call. */
function chatIdsOf(ask: Ask): string[] {
  if (ask.kind === 'tool-approval') return [ask.conversationId]
  return ask.causes.map(({ conversationId }) => conversationId)
}

function forget(own: ServerNotices): void {
  own.unseen.clear()
  own.takeBack?.()
  own.takeBack = undefined
  own.cancelTimer?.()
  own.cancelTimer = undefined
}
