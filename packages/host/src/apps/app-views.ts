import { SingleFlight } from '@gatehouse/base'
import {
  abortWith,
  GatehouseError,
  type AppDrawing,
  type AppGiving,
  type ReadResourceResult,
  type ServerView,
  type ToolCall,
  type ToolResult,
} from '@gatehouse/domain'
import {
  appUriOf,
  MAX_LIVE_APP_VIEWS,
  NO_ACCESS,
  readAppContents,
  type AppAccess,
  type AppNeeds,
  type AppPin,
  type AppViewContext,
  type AppViewEnd,
  type AppViewEvent,
  type OpenedAppView,
  type ServerApps,
} from '@gatehouse/domain/apps'
import type { DraftAttachments } from '../chat/attachments/draft-attachments.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { blobsOfChat } from '../chat/conversations/blobs-of-chat.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { LinkService } from '../links/link-service.ts'
import type { AppFrames, WebHttp } from '../ports/index.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'
import type { ManagedServer } from '../servers/managed-server.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { bytesOfBase64 } from '../chat/attachments/sniff-media.ts'
import { fileOf } from './app-file.ts'
import { AppGivings } from './app-giving.ts'
import { createAppNetwork } from './app-network.ts'
import { AppSession, type AppActions } from './app-session.ts'
import { createMessageRate } from './message-rate.ts'
import { createViewTraffic } from './view-traffic.ts'
import { wholeResult } from '../chat/tool-results/whole-result.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'ids' | 'clock' | 'timers' | 'events' | 'digest' | 'consent' | 'vault'
> & {
  registry: Pick<ServerRegistry, 'get' | 'list' | 'setApps'>
  chats: Pick<ChatService, 'appCalls' | 'taskTurns'>
  attachments: Pick<DraftAttachments, 'attachFromApp'>
  links: Pick<LinkService, 'open'>
  frames: AppFrames
  /** Sends what views in windows of their own ask for. */
  webHttp: WebHttp
  version: string
}

/** The place of a call in its chat. */
export interface AppViewPlace {
  conversationId: string
  turnId: string
  entryId: string
}

interface View extends AppViewPlace {
  id: string
  call: ToolCall
  /** Absent once the server is removed: the view is drawn, and can request nothing. */
  server: ManagedServer | undefined
  /** The server's identity when the view was opened. */
  identity: string | undefined
  /** Of a view in a window of its own; undefined for one in the chat. */
  access: AppAccess | undefined
  /** Ends the view's calls. */
  abort: AbortController
  session?: AppSession
}

interface FoundHtml {
  html: string
  needs: AppNeeds
  /** Read from the server now, and not stored with the call yet. */
  isNew: boolean
}

/** Latest records of Activity in which calls of interfaces are counted. */
const COUNTED_RECORDS = 2000
/** Milliseconds for the server to give its interface. */
const READ_MS = 20_000
/** Milliseconds for the page to connect a window that it asked for. */
const CONNECT_MS = 10_000
/** Refusals of the person after which a view's requests of that kind are refused unasked. */
const MAX_REFUSALS = 2
const CALLS = { count: 60, windowMs: 60_000 }
const READINGS = { count: 30, windowMs: 60_000 }
/** Calls of a view that wait or run at once. */
const MAX_CALLS = 4
const DRAFTS = { count: 30, windowMs: 60_000 }
/** Characters of a text that a view may put into a draft. */
const MAX_DRAFT = 100_000

/** The interfaces of calls: opened for the window, at most four at once, each bound to its call and server. */
export class AppViews {
  readonly #deps: Dependencies
  readonly #views = new Map<string, View>()
  /** Changed interfaces that the window shows, by server and URI. */
  readonly #changed = new Map<string, AppPin>()
  /** Hashes that were accepted in this run, by the same. */
  readonly #accepted = new Map<string, string>()
  readonly #givings: AppGivings
  /** Calls whose windows are being opened. */
  readonly #opening = new SingleFlight<OpenedAppView>()

  constructor(deps: Dependencies) {
    this.#deps = deps
    this.#givings = new AppGivings(deps)
  }

  /**
   * Opens the interface of a call that has its result. An interface that was drawn for this call is drawn as it was,
   * whatever the server has now. Throws `chat/not-found`.
   */
  async open(place: AppViewPlace): Promise<OpenedAppView> {
    const call = this.#callOf(place)
    const drawing = this.#drawingOf(call.serverId)
    if (drawing === 'text') return { state: 'not-drawn', reason: 'off' }
    if (drawing === 'window') return { state: 'not-drawn', reason: 'own-window' }
    const found = await this.#pinned(place, call)
    return 'html' in found ? this.#serve(place, call, found) : found
  }

  /**
   * Opens the interface of a call in a window of its own, after consent where it asks for something that was not given.
   * Throws `chat/not-found`; rejects with `consent/too-many`.
   */
  openWindow(place: AppViewPlace): Promise<OpenedAppView> {
    return this.#opening.run(() => this.#openWindow(place), place.entryId)
  }

  async #openWindow(place: AppViewPlace): Promise<OpenedAppView> {
    const call = this.#callOf(place)
    if (this.#drawingOf(call.serverId) === 'text') return { state: 'not-drawn', reason: 'off' }
    const found = await this.#pinned(place, call)
    if (!('html' in found)) return found
    const server = this.#serverOf(call)
    const { html, needs } = found
    const { access, refused } = this.#givings.accessOf(server, needs)
    const shown = [...this.#views.values()].find((one) => one.entryId === place.entryId)
    if (shown?.access) {
      this.#deps.frames.showWindow(shown.id)
      return { state: 'in-window', viewId: shown.id, access: shown.access, refused }
    }
    if (server) {
      const bytes = new TextEncoder().encode(html).length
      const page = { uri: call.app?.uri ?? '', hash: this.#deps.digest.sha256(html), bytes, needs }
      const { conversationId } = place
      const { toolTitle } = call
      if (!(await this.#givings.isGiven({ server, conversationId, toolTitle, page })))
        return { state: 'cancelled' }
      if (this.#drawingOf(call.serverId) === 'text') return { state: 'not-drawn', reason: 'off' }
    }
    const view = this.#add(place, call, access)
    try {
      await this.#deps.frames.openWindow(view.id, {
        html,
        toolTitle: call.toolTitle,
        serverName: call.serverName,
        serverHue: call.serverHue,
        access,
        ...this.#networkOf(view, access),
        onClosed: () => this.close(view.id, 'closed'),
      })
    } catch {
      this.#ended(view)
      return { state: 'cancelled' }
    }
    this.#closeFormer(view)
    // The page of the app hands over what it knows of its looks; one that is gone does not.
    this.#deps.timers.after(CONNECT_MS, () => {
      if (this.#views.has(view.id) && !view.session) this.#end(view, 'not-started')
    })
    return { state: 'in-window', viewId: view.id, access, refused }
  }

  /** Ends other views of the same call. */
  #closeFormer({ id, entryId }: View): void {
    for (const view of this.#views.values())
      if (view.entryId === entryId && view.id !== id) this.close(view.id, 'closed')
  }

  /** Requests of a view in a window of its own. */
  #networkOf(view: View, access: AppAccess) {
    const { webHttp: http, clock, version } = this.#deps
    const { server } = view
    const { send, refuse } = createAppNetwork({
      access: server ? access : NO_ACCESS,
      http,
      network: () => effectiveNetwork(server?.config.network, this.#deps),
      journal: server?.journal ?? { frame: () => undefined },
      clock,
      version,
      onBlocked: (host, reason) => this.#emit(view, { type: 'blocked', host, reason }),
    })
    return {
      send: async (...[request, signal]: Parameters<typeof send>) => {
        this.#boundServer(view)
        return send(request, AbortSignal.any([signal, view.abort.signal]))
      },
      refuse,
    }
  }

  /** The interface of a call, compared with the pinned one; else why it is not drawn. */
  async #pinned(place: AppViewPlace, call: ToolCall): Promise<FoundHtml | OpenedAppView> {
    const found = await this.#find(call)
    if ('state' in found || !found.isNew) return found
    const { changed } = await this.#pin(place, call, found)
    return changed ?? found
  }

  /** The person lets a changed interface be drawn. Throws `apps/changed` for another than the one that was shown. */
  acceptChange(place: AppViewPlace, hash: string): void {
    const { serverId, app } = this.#callOf(place)
    // A temporary chat leaves nothing on disk: what it accepted is asked about again.
    const key = keyOf(serverId ?? '', app?.uri ?? '')
    const pin = this.#changed.get(key)
    if (pin?.hash !== hash)
      throw new GatehouseError('apps/changed', 'The interface changed again. Open it once more.')
    this.#changed.delete(key)
    this.#accepted.set(key, pin.hash)
    this.#savePin(place.conversationId, { ...pin, at: this.#deps.clock.now() })
  }

  /** The proxy frame of the view is loaded in the window that asks. Throws `apps/not-open`. */
  async connect(viewId: string, context: AppViewContext): Promise<void> {
    const view = this.#views.get(viewId)
    if (!view || view.session || !view.call.result) throw notOpen()
    const { stores, frames, clock, timers, version } = this.#deps
    const result = await wholeResult(view.call.result, stores.blobs)
    if (this.#views.get(viewId) !== view || view.session) throw notOpen()
    view.session = new AppSession({
      subject: {
        tool: view.server?.tools().find(({ name }) => name === view.call.toolName),
        callId: view.call.id,
        arguments: view.call.arguments,
        result,
        hostVersion: version,
      },
      context,
      access: view.access,
      actions: this.#actionsOf(view),
      traffic: createViewTraffic({
        journal: view.server?.journal,
        clock,
        view: { id: viewId, title: view.call.toolTitle },
      }),
      connect: (listener) => frames.connect(viewId, listener),
      onEvent: (event) => this.#emit(view, event),
      onEnded: () => this.#ended(view),
      clock,
      timers,
    })
  }

  contextChanged(viewId: string, context: AppViewContext): void {
    this.#views.get(viewId)?.session?.contextChanged(context)
  }

  /** Ends a view. `took-focus`: the window found that it takes the keyboard. */
  close(viewId: string, reason: 'closed' | 'took-focus'): void {
    const view = this.#views.get(viewId)
    if (view) this.#end(view, reason)
  }

  closeAll(): void {
    for (const { id } of this.#views.values()) this.close(id, 'closed')
  }

  /** Sets how interfaces of a server are drawn, and ends running ones if they are not. Throws `server/not-found`. */
  setForServer(serverId: string, apps: AppDrawing | null): ServerView {
    const view = this.#deps.registry.setApps(serverId, { apps: apps ?? undefined })
    const drawing = this.#drawingOf(serverId)
    for (const { id, call, access } of this.#views.values())
      if (call.serverId === serverId && (drawing === 'text' || (drawing === 'window' && !access)))
        this.close(id, 'closed')
    return view
  }

  /** Sets what interfaces of a server may be given, and ends windows that have more. Throws `server/not-found`. */
  setGiving(serverId: string, giving: AppGiving): ServerView {
    const view = this.#deps.registry.setApps(serverId, { appGiving: giving })
    for (const { id, call, access } of this.#views.values())
      if (call.serverId === serverId && access) this.close(id, 'closed')
    return view
  }

  /** Takes back what an interface was given, and ends its windows. Throws `server/not-found`. */
  takeBack(serverId: string, uri: string): void {
    this.#givings.takeBack(this.#deps.registry.get(serverId), uri)
    for (const { id, call, access } of this.#views.values())
      if (call.serverId === serverId && call.app?.uri === uri && access) this.close(id, 'closed')
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

  /** The setting of the server; of all servers for one without, and for one that was removed. */
  #drawingOf(serverId: string | null): AppDrawing {
    const { registry, stores } = this.#deps
    const server = registry.list().find(({ config }) => config.id === serverId)
    return server?.config.apps ?? stores.settings.load().apps
  }

  #callOf({ conversationId, turnId, entryId }: AppViewPlace): ToolCall {
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
    const server = this.#serverOf(call)
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
  #serverOf({ serverId, decision }: ToolCall): ManagedServer | undefined {
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
    { conversationId, turnId, entryId }: AppViewPlace,
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

  #serve(place: AppViewPlace, call: ToolCall, { html, needs }: FoundHtml): OpenedAppView {
    const view = this.#add(place, call, undefined)
    this.#closeFormer(view)
    const { id, server } = view
    const address = this.#deps.frames.serve(id, html)
    const offer = this.#givings.offerOf(server, needs)
    return { state: 'open', viewId: id, address, needs, offer }
  }

  #add(place: AppViewPlace, call: ToolCall, access: AppAccess | undefined): View {
    const running = [...this.#views.values()]
    for (const view of running.slice(0, Math.max(0, running.length - MAX_LIVE_APP_VIEWS + 1)))
      this.#end(view, 'replaced')
    const id = this.#deps.ids.next()
    const server = this.#serverOf(call)
    const abort = new AbortController()
    const view: View = { ...place, id, call, server, identity: server?.identity, access, abort }
    this.#views.set(id, view)
    return view
  }

  #end(view: View, reason: AppViewEnd): void {
    // Its last second is for its own state, not for calls.
    abortWith(view.abort, 'call-cancelled')
    if (view.session) return view.session.end(reason)
    this.#emit(view, { type: 'ended', reason })
    this.#ended(view)
  }

  #ended(view: View): void {
    if (!this.#views.delete(view.id)) return
    abortWith(view.abort, 'call-cancelled')
    this.#deps.frames.close(view.id)
  }

  #emit({ id, conversationId, entryId }: View, event: AppViewEvent): void {
    this.#deps.events.emit('app-view.event', { viewId: id, conversationId, entryId, event })
  }

  /** The requests of a view, as far as they are taken. */
  #actionsOf(view: View): AppActions {
    const { clock, chats, links, attachments, frames } = this.#deps
    const calls = createMessageRate(clock, CALLS)
    const readings = createMessageRate(clock, READINGS)
    const drafts = createMessageRate(clock, DRAFTS)
    const refusals = { calls: 0, links: 0, files: 0 }
    const open = { calls: 0, links: 0, files: 0 }
    const { conversationId, turnId, entryId: viewOf } = view
    const readResource = async (uri: string): Promise<ReadResourceResult> => {
      const server = this.#boundServer(view)
      // Any other address could carry text to the server unseen.
      const listed = server.cachedLists().resources ?? []
      if (uri !== view.call.app?.uri && !listed.some((one) => one.uri === uri))
        throw refused('Only resources that the server lists are read.')
      if (refusals.calls >= MAX_REFUSALS) throw refused('The person refused calls of this view.')
      if (!readings.take()) throw refused(`At most ${READINGS.count} resources a minute are read.`)
      return server.features.readResource(uri, view.abort.signal)
    }
    return {
      callTool: async (call): Promise<ToolResult> => {
        const server = this.#boundServer(view)
        if (refusals.calls >= MAX_REFUSALS) throw refused('The person refused calls of this view.')
        if (open.calls >= MAX_CALLS) throw refused(`At most ${MAX_CALLS} calls are open at once.`)
        if (!calls.take()) throw refused(`At most ${CALLS.count} calls are made in a minute.`)
        view.abort.signal.throwIfAborted()
        open.calls += 1
        try {
          const { result, isRefused } = await chats.appCalls.run(
            {
              conversationId,
              turnId,
              viewOf,
              view: refusals,
              server,
              toolName: call.name,
              arguments: call.arguments,
            },
            view.abort.signal,
          )
          if (isRefused) refusals.calls += 1
          return result
        } finally {
          open.calls -= 1
        }
      },
      readResource,
      openLink: async (url) => {
        if (refusals.links >= MAX_REFUSALS) throw refused('The person refused links of this view.')
        if (open.links > 0) throw refused('One link is asked about at a time.')
        open.links += 1
        // Counted before: what fails to be shown is no way around the limit.
        refusals.links += 1
        try {
          const { outcome } = await links.open({ url, conversationId, doubt: 'by-app' })
          if (outcome !== 'opened') throw refused('The person did not open the link.')
          refusals.links -= 1
        } finally {
          open.links -= 1
        }
      },
      downloadFile: async (file) => {
        if (refusals.files >= MAX_REFUSALS) throw refused('The person refused files of this view.')
        if (open.files > 0) throw refused('One file is asked about at a time.')
        open.files += 1
        try {
          // The system's dialog has the keyboard at once: an Enter that was meant for something else would save it.
          if (!(await frames.isPressed(view.id)))
            throw refused(
              'A file is saved only just after the person pressed something in the view.',
            )
          const read = await fileOf(file, readResource)
          if (!read) throw refused('The file has no content.')
          view.abort.signal.throwIfAborted()
          // Counted before, as for links.
          refusals.files += 1
          if (!(await frames.saveFile(read.name, read.bytes)))
            throw refused('The person did not save the file.')
          refusals.files -= 1
        } finally {
          open.files -= 1
        }
      },
      draft: async (what, text) => {
        const server = this.#boundServer(view)
        if (!drafts.take()) throw refused(`At most ${DRAFTS.count} texts a minute are taken.`)
        if (text.length > MAX_DRAFT) throw refused('The text is too long for a draft.')
        await attachments.attachFromApp(conversationId, {
          server,
          what,
          title: view.call.toolTitle,
          uri: view.call.app?.uri ?? '',
          text,
        })
      },
    }
  }

  /** Throws once the server is another than the one that ran the call. */
  #boundServer({ server, identity }: View): ManagedServer {
    if (server && !server.lifecycle.isRetired && server.identity === identity) return server
    throw refused('The server of this view was changed or removed.')
  }
}

function pinFacts({ hash, bytes, needs, at, given }: AppPin): ServerApps['apps'][number]['pin'] {
  return { hash, bytes, needs, at, ...(given ? { given } : {}) }
}

const keyOf = (serverId: string, uri: string): string => JSON.stringify([serverId, uri])

const refused = (message: string): GatehouseError => new GatehouseError('apps/refused', message)

const notOpen = (): GatehouseError =>
  new GatehouseError('apps/not-open', 'This interface is no longer open.')

function decodeBase64(data: string): string | undefined {
  const bytes = bytesOfBase64(data)
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
