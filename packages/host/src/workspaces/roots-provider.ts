import {
  abortCodeOf,
  abortWith,
  GatehouseError,
  type AskCause,
  type RootsAsk,
  type ServerConfig,
} from '@gatehouse/domain'
import type { Root } from '@gatehouse/domain/server-requests'
import type { AskQueue } from '../ask-queue/ask-queue.ts'
import type { HostDependencies } from '../dependencies.ts'
import { serverIdentityDigest } from '../secrets/server-identity-digest.ts'
import type { WorkspaceService } from './workspace-service.ts'

/** A server's request for roots. */
export interface RootsRequest {
  serverId: string
  causes: AskCause[]
  /** `causes` is the call that it belongs to, and no guess (MCP 2026-07-28, "Multi round-trip requests"). */
  isExact: boolean
  /** Gives the ask a way back to the message. */
  recordSourceFrame?: ((askId: string) => void) | undefined
}

/** Handles `roots/list` of servers (MCP 2025-11-25, client/roots). */
export interface RootsProvider {
  /**
   * The folders that are shared with a server. A request that belongs to a call of a chat in a workspace
   * receives those of this workspace alone; any other one all of them, for a connection of the legacy era has one
   * list. The first time a person is asked, and the answer is kept in the table. Rejects with `ask/withdrawn`
   * when `signal` is aborted first.
   */
  listRoots(request: RootsRequest, signal: AbortSignal): Promise<Root[]>
}

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'ids' | 'digest'> & {
  asks: AskQueue
  workspaces: WorkspaceService
  conversations: ChatPlaces
}

/** Where chats are. */
interface ChatPlaces {
  /** `null` = in no workspace. Throws `chat/not-found`. */
  workspaceOf(conversationId: string): string | null
}

/** One ask, however many requests of the same server wait for it. */
interface OpenAsk {
  waiting: number
  controller: AbortController
  decided: Promise<void>
}

export function createRootsProvider(deps: Dependencies): RootsProvider {
  const { stores, workspaces, conversations } = deps
  const open = new Map<string, OpenAsk>()

  // An open ask is obsolete then: everyone who waits for it gets what the table says.
  workspaces.onDecided((serverId) => {
    const entry = open.get(serverId)
    if (entry) abortWith(entry.controller, 'decided-elsewhere')
  })

  async function ask(request: RootsRequest, signal: AbortSignal): Promise<void> {
    const { serverId } = request
    const folders = workspaces.offered()
    const server = stores.servers.list().find(({ id }) => id === serverId)
    if (!server || folders.length === 0) return
    const question = deps.asks.ask(rootsAsk(request, { server, folders }, deps), signal)
    const answer = await question.catch((error: unknown) => {
      if (abortCodeOf(signal) === 'decided-elsewhere') return undefined
      throw error
    })
    if (!answer) return
    const offered = folders.map(({ path }) => path)
    await workspaces.decide({ serverId, offered, share: answer.share })
  }

  function begin(request: RootsRequest): OpenAsk {
    const { serverId } = request
    const controller = new AbortController()
    const decided = ask(request, controller.signal)
    const entry: OpenAsk = { waiting: 0, controller, decided }
    const forget = (): void => {
      if (open.get(serverId) === entry) open.delete(serverId)
    }
    decided.then(forget, forget)
    open.set(serverId, entry)
    return entry
  }

  async function decide(request: RootsRequest, signal: AbortSignal): Promise<void> {
    const { serverId } = request
    const entry = open.get(serverId) ?? begin(request)
    await waitFor(entry, signal, () => {
      if (open.get(serverId) === entry) open.delete(serverId)
      entry.controller.abort(signal.reason)
    })
  }

  return {
    async listRoots(request, signal) {
      const { serverId } = request
      if (!workspaces.isDecided(serverId)) await decide(request, signal)
      // As it is by now: the chat may have been moved while the person was asked.
      return workspaces.rootsOf(serverId, workspaceFor(request, conversations))
    },
  }
}

function rootsAsk(
  { serverId, causes, recordSourceFrame }: RootsRequest,
  { server, folders }: { server: ServerConfig; folders: RootsAsk['folders'] },
  { ids, clock, digest }: Pick<Dependencies, 'ids' | 'clock' | 'digest'>,
): RootsAsk {
  const id = ids.next()
  recordSourceFrame?.(id)
  return {
    kind: 'roots',
    id,
    serverId,
    serverName: server.name,
    serverHue: server.hue,
    serverIdentity: serverIdentityDigest(server, digest),
    createdAt: clock.now(),
    state: { status: 'pending' },
    causes,
    folders,
  }
}

/** The workspace whose folders alone are sent; `null` = those of all. */
function workspaceFor({ causes, isExact }: RootsRequest, chats: ChatPlaces): string | null {
  const [cause, ...more] = causes
  return isExact && cause && more.length === 0 ? chats.workspaceOf(cause.conversationId) : null
}

/** Resolves with the decision; when the last waiter is aborted, `abandon` is called. */
function waitFor(entry: OpenAsk, signal: AbortSignal, abandon: () => void): Promise<void> {
  entry.waiting += 1
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      reject(
        new GatehouseError('ask/withdrawn', 'The request was withdrawn before it was answered.'),
      )
      entry.waiting -= 1
      if (entry.waiting === 0) abandon()
    }
    signal.addEventListener('abort', leave, { once: true })
    const stay = (): void => signal.removeEventListener('abort', leave)
    entry.decided.finally(stay).then(resolve, reject)
    if (signal.aborted) leave()
  })
}
