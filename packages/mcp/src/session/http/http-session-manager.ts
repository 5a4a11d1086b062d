import type { Client } from '@modelcontextprotocol/client'
import { wait } from '../../system/timing/delay.ts'
import { networkCode } from '../../system/network/network-error.ts'
import {
  noHooks,
  type HttpTransport,
  type HttpTransportHooks,
} from '../../transports/http/streamable-http-transport.ts'

/** Milliseconds for telling the server that the session is over. */
const GOODBYE_MS = 1500
/** Milliseconds in which a server that lost an answer must show that it lives. */
const HEALTH_MS = 5000

/** A client with its transport: one session on the server. */
export interface Link extends HttpTransport {
  client: Client
}

export interface LinkKeeperOptions {
  first: Link
  connect(signal: AbortSignal): Promise<Link>
  onRenewed(client: Client): void
  /** Something that the server said by itself may be lost. */
  onGap(): void
  /** The server cannot be reached any more; called at most once, never after `close`. */
  onLost(error: unknown): void
  onError(error: Error): void
}

/** Keeps the one session that is in use, and replaces it when the server forgot it. */
export interface LinkKeeper {
  current(): Link
  /** Runs on a session that stays open until this is over, though another took its place. */
  use<T>(link: Link, run: (client: Client) => Promise<T>): Promise<T>
  /** A new session in place of `old`, one for all who ask; rejects when there is none to be had. */
  renew(old: Link): Promise<Link>
  /** Asks the server for a sign of life and gives it up when the network says no. */
  checkHealth(link: Link): Promise<void>
  lose(error: unknown): void
  /** Never rejects. */
  close(): Promise<void>
}

export function createLinkKeeper(options: LinkKeeperOptions): LinkKeeper {
  const ended = new AbortController()
  let link = options.first
  let renewing: Promise<Link> | undefined
  const users = createLinkUsers(() => link)
  adopt(link)

  function adopt(adopted: Link): void {
    adopted.client.onerror = options.onError
    adopted.hooks = createLinkHooks({
      ...options,
      isUsed: () => adopted === link && !ended.signal.aborted,
      renew: () => void renew(adopted).catch(() => undefined),
      checkHealth: () => void checkHealth(adopted),
      lose,
    })
  }

  async function replace(old: Link): Promise<Link> {
    try {
      const next = await options.connect(ended.signal)
      link = next
      adopt(next)
      users.retire(old)
      options.onRenewed(next.client)
      return next
    } catch (error) {
      lose(error)
      throw error
    } finally {
      renewing = undefined
    }
  }

  function lose(error: unknown): void {
    if (ended.signal.aborted) return
    ended.abort('The connection was lost.')
    link.hooks = noHooks
    void link.client.close().catch(() => undefined)
    options.onLost(error)
  }

  function renew(old: Link): Promise<Link> {
    if (link !== old) return Promise.resolve(link)
    renewing ??= replace(old)
    return renewing
  }

  async function checkHealth({ client }: Link): Promise<void> {
    const error = await failedSignOfLife(client)
    if (networkCode(error) !== undefined) lose(error)
  }

  return {
    current: () => link,
    use: users.use,
    renew,
    checkHealth,
    lose,
    async close() {
      if (ended.signal.aborted) return
      ended.abort('The connection was closed.')
      await sayGoodbye(link)
    },
  }
}

/** Never rejects. */
async function sayGoodbye({ client, terminate }: Link): Promise<void> {
  await Promise.race([terminate().catch(() => undefined), wait(GOODBYE_MS)])
  await client.close().catch(() => undefined)
}

/** `undefined` when the server answered. */
async function failedSignOfLife(client: Client): Promise<unknown> {
  const limit = { timeout: HEALTH_MS }
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover(limit) : client.ping(limit))
    return undefined
  } catch (error) {
    return error
  }
}

interface LinkEvents {
  /** Whether the link is still the one in use. */
  isUsed(): boolean
  renew(): void
  checkHealth(): void
  lose(error: unknown): void
  onGap(): void
  onError(error: Error): void
}

/** What a link's streams tell, for as long as it is the one in use: one that was replaced may break. */
function createLinkHooks(events: LinkEvents): HttpTransportHooks {
  const whileUsed = (task: () => void) => {
    if (events.isUsed()) task()
  }
  return {
    onForgotten: () => whileUsed(() => events.renew()),
    onUnreachable: () => whileUsed(() => events.checkHealth()),
    onGap: () => whileUsed(() => events.onGap()),
    onBroken: (error) =>
      whileUsed(() => events.onError(error instanceof Error ? error : new Error(String(error)))),
    onLost: (error) => whileUsed(() => events.lose(error)),
  }
}

/** Who uses a link that another one took the place of: it is closed when nobody does any more. */
function createLinkUsers(current: () => Link) {
  const counts = new Map<Link, number>()

  function retire(candidate: Link): void {
    if (candidate === current() || counts.has(candidate)) return
    void candidate.client.close().catch(() => undefined)
  }

  return {
    retire,
    /** Runs on a link that stays open until this is over. */
    async use<T>(link: Link, run: (client: Client) => Promise<T>): Promise<T> {
      counts.set(link, (counts.get(link) ?? 0) + 1)
      try {
        return await run(link.client)
      } finally {
        const left = (counts.get(link) ?? 1) - 1
        if (left > 0) counts.set(link, left)
        else counts.delete(link)
        retire(link)
      }
    },
  }
}
