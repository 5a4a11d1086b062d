import {
  abortWith,
  GatehouseError,
  type ReadResourceResult,
  type ToolCall,
} from '@gatehouse/domain'
import {
  appUriOf,
  readAppContents,
  type AppFailure,
  type AppNeeds,
  type AppPin,
  type OpenedAppView,
  type ServerApps,
} from '@gatehouse/domain/apps'
import { bytesOfBase64 } from '../chat/attachments/sniff-media.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { blobsOfChat } from '../chat/conversations/blobs-of-chat.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'clock' | 'timers' | 'digest'> & {
  registry: Pick<ServerRegistry, 'get'>
  chats: Pick<ChatService, 'taskTurns'>
}

/** The place of a call in its chat. */
export interface CallPlace {
  conversationId: string
  turnId: string
  entryId: string
}

/** The page of an interface. */
export interface FoundHtml {
  html: string
  needs: AppNeeds
  /** Read from the server now, and not stored with the call yet. */
  isNew: boolean
}

/** Latest records of Activity in which calls of interfaces are counted. */
const COUNTED_RECORDS = 2000
/** Milliseconds for the server to give its interface. */
const READ_MS = 20_000
/** The pages of calls: read from the server once, compared with what was drawn last, and stored with their call. */
export class CallPages {
  readonly #deps: Dependencies
  /** Changed interfaces that the window shows, by server and URI. */
  readonly #changed = new Map<string, AppPin>()
  /** Hashes that were accepted in this run, by the same. */
  readonly #accepted = new Map<string, string>()

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** The interface of a call, compared with the pinned one; else why it is not drawn. */
  async pinned(place: CallPlace, call: ToolCall): Promise<FoundHtml | OpenedAppView> {
    const found = await this.#find(call)
    if ('state' in found || !found.isNew) return found
    const { changed } = await this.#pin(place, call, found)
    return changed ?? found
  }

  /** Records with a call why the person does not see its interface, for the model; `null` once it is seen. */
  setFailure({ conversationId, turnId, entryId }: CallPlace, failure: AppFailure | null): void {
    const { stores, chats } = this.#deps
    const call = stores.turns.withEntry(turnId, entryId)?.entries[0]
    if (call?.kind !== 'tool-call' || (call.app?.failure ?? null) === failure) return
    const event = { type: 'tool-call-app-failed', entryId, failure } as const
    chats.taskTurns.note({ conversationId, turnId, entryId }, event)
  }

  /** The person lets a changed interface be drawn. Throws `apps/changed` for another than the one that was shown. */
  acceptChange(place: CallPlace, hash: string): void {
    const { serverId, app } = this.callOf(place)
    // A temporary chat leaves nothing on disk: what it accepted is asked about again.
    const key = keyOf(serverId ?? '', app?.uri ?? '')
    const pin = this.#changed.get(key)
    if (pin?.hash !== hash)
      throw new GatehouseError('apps/changed', 'The interface changed again. Open it once more.')
    this.#changed.delete(key)
    this.#accepted.set(key, pin.hash)
    this.#savePin(place.conversationId, { ...pin, at: this.#deps.clock.now() })
  }

  /** The interfaces of a server: those that its tools declare, and those that were drawn. Throws `server/not-found`. */
  async ofServer(serverId: string): Promise<ServerApps> {
    const { registry, stores } = this.#deps
    const tools = new Map<string, string[]>()
    for (const tool of registry.get(serverId).tools()) {
      const uri = appUriOf(tool)
      if (uri !== undefined) tools.set(uri, [...(tools.get(uri) ?? []), tool.name])
    }
    const pins = new Map(stores.appPins.ofServer(serverId).map((pin) => [pin.uri, pin]))
    const records = await stores.audit.latest(COUNTED_RECORDS)
    const calls = records.filter((one) => one.origin === 'app' && one.serverId === serverId)
    return {
      apps: [...new Set([...tools.keys(), ...pins.keys()])].toSorted().map((uri) => {
        const pin = pins.get(uri)
        return {
          uri,
          tools: tools.get(uri) ?? [],
          pin: pin ? pinFacts(pin) : null,
        }
      }),
      // A call has a record of its decision and one of its end.
      calls: new Set(calls.map(({ entryId }) => entryId)).size,
    }
  }

  /** Throws `chat/not-found` where the chat has no such call, or one without a result. */
  callOf({ conversationId, turnId, entryId }: CallPlace): ToolCall {
    const turn = this.#deps.stores.turns.withEntry(turnId, entryId)
    const call = turn?.entries[0]
    if (turn?.conversationId !== conversationId || call?.kind !== 'tool-call' || !call.result)
      throw new GatehouseError('chat/not-found', 'This part of the chat no longer exists.')
    return call
  }

  async #find(call: ToolCall): Promise<FoundHtml | Extract<OpenedAppView, { state: 'not-drawn' }>> {
    const { app } = call
    if (!app) return { state: 'not-drawn', reason: 'no-html' }
    if (app.drawn) {
      const html = await this.#deps.stores.blobs.data(app.drawn.html)
      return { html, needs: app.drawn.needs, isNew: false }
    }
    const server = this.serverOf(call)
    const read = server && (await this.#read(server, app.uri))
    if (!read) return { state: 'not-drawn', reason: 'not-read' }
    const listed = server.cachedLists().resources?.find(({ uri }) => uri === app.uri)
    const contents = readAppContents(read, { listed: listed?._meta, decodeBase64 })
    return contents.ok
      ? { html: contents.html, needs: contents.needs, isNew: true }
      : { state: 'not-drawn', reason: contents.problem }
  }

  async #read(server: ManagedServer, uri: string): Promise<ReadResourceResult | undefined> {
    const limit = new AbortController()
    const cancel = this.#deps.timers.after(READ_MS, () => abortWith(limit, 'expired'))
    try {
      return await server.features.readResource(uri, limit.signal)
    } catch {
      return undefined
    } finally {
      cancel()
    }
  }

  /** The server of a call, as long as it is the one that ran it. */
  serverOf({ serverId, decision }: ToolCall): ManagedServer | undefined {
    try {
      const server = this.#deps.registry.get(serverId ?? '')
      const ran = decision?.serverIdentity
      return ran === undefined || ran === server.identity ? server : undefined
    } catch {
      return undefined
    }
  }

  /** Compares the interface with the one that was drawn last, and stores it with the call unless it changed. */
  async #pin(
    { conversationId, turnId, entryId }: CallPlace,
    call: ToolCall,
    { html, needs }: FoundHtml,
  ): Promise<{ changed?: OpenedAppView }> {
    const { stores, digest, clock, chats } = this.#deps
    const [serverId, uri] = [call.serverId ?? '', call.app?.uri ?? '']
    const serverIdentity = call.decision?.serverIdentity ?? ''
    const blob = await blobsOfChat(stores.blobs, conversationId).put({
      data: html,
      encoding: 'utf8',
      mimeType: 'text/html',
    })
    const hash = digest.sha256(html)
    const pin: AppPin = {
      serverId,
      serverIdentity,
      uri,
      hash,
      bytes: blob.bytes,
      needs,
      at: clock.now(),
    }
    const before = stores.appPins.get(serverId, uri)
    const key = keyOf(serverId, uri)
    const isSame = before?.serverIdentity === serverIdentity
    if (before && isSame && before.hash !== hash && this.#accepted.get(key) !== hash) {
      this.#changed.set(key, pin)
      const { at, bytes } = before
      return {
        changed: {
          state: 'changed',
          hash,
          bytes: blob.bytes,
          needs,
          before: { at, bytes, needs: before.needs },
        },
      }
    }
    if (!before || !isSame) this.#savePin(conversationId, pin)
    const drawn = { html: blob, needs }
    const event = { type: 'tool-call-app-drawn', entryId, drawn } as const
    chats.taskTurns.note({ conversationId, turnId, entryId }, event)
    return {}
  }

  /** A temporary chat leaves nothing on disk. */
  #savePin(conversationId: string, pin: AppPin): void {
    const { conversations, appPins } = this.#deps.stores
    if (conversations.get(conversationId)?.isTemporary) return
    // What was given to an earlier page is what the next question compares with.
    const given = appPins.get(pin.serverId, pin.uri)?.given
    appPins.save({ ...pin, ...(given ? { given } : {}) })
  }
}

function pinFacts({ hash, bytes, needs, at, given }: AppPin): ServerApps['apps'][number]['pin'] {
  return { hash, bytes, needs, at, ...(given ? { given } : {}) }
}

const keyOf = (serverId: string, uri: string): string => JSON.stringify([serverId, uri])

function decodeBase64(data: string): string | undefined {
  const bytes = bytesOfBase64(data)
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
