import { SingleFlight } from '@gatehouse/base'
import {
  abortWith,
  GatehouseError,
  type AppDrawing,
  type AppGiving,
  type ServerView,
  type ToolCall,
} from '@gatehouse/domain'
import {
  MAX_LIVE_APP_VIEWS,
  NO_ACCESS,
  type AppAccess,
  type AppFailure,
  type AppViewContext,
  type AppViewEnd,
  type AppViewEvent,
  type OpenedAppView,
  type ViewBox,
} from '@gatehouse/domain/apps'
import type { DraftAttachments } from '../chat/attachments/draft-attachments.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { wholeResult } from '../chat/tool-results/whole-result.ts'
import type { HostDependencies } from '../dependencies.ts'
import type { LinkService } from '../links/link-service.ts'
import type { AppFrames, WebHttp } from '../ports/index.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { AppGivings } from './app-giving.ts'
import { createAppNetwork } from './app-network.ts'
import { AppSession } from './app-session.ts'
import type { CallPages, CallPlace, FoundHtml } from './call-pages.ts'
import { boundServer, viewRequests, type RequestingView } from './view-requests.ts'
import { ViewPictures } from './view-pictures.ts'
import { createViewTraffic } from './view-traffic.ts'

type Dependencies = Pick<
  HostDependencies,
  'stores' | 'ids' | 'clock' | 'timers' | 'events' | 'digest' | 'consent' | 'vault'
> & {
  registry: Pick<ServerRegistry, 'get' | 'list' | 'setApps'>
  pages: CallPages
  chats: Pick<ChatService, 'appCalls'>
  attachments: Pick<DraftAttachments, 'attachFromApp'>
  links: Pick<LinkService, 'open'>
  frames: AppFrames
  /** Sends what views in windows of their own ask for. */
  webHttp: WebHttp
  version: string
}

interface View extends RequestingView {
  /** Of a view in a window of its own; undefined for one in the chat. */
  access: AppAccess | undefined
  session?: AppSession
}

/** Milliseconds for the page to connect a view that it asked for. */
const CONNECT_MS = 10_000

/** The interfaces of calls: opened for the window, at most four at once, each bound to its call and server. */
export class AppViews {
  readonly #deps: Dependencies
  /** Running views; the one that was used least recently is the first. */
  readonly #views = new Map<string, View>()
  readonly #givings: AppGivings
  readonly #pictures = new ViewPictures()
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
  async open(place: CallPlace): Promise<OpenedAppView> {
    const call = this.#deps.pages.callOf(place)
    const drawing = this.#drawingOf(call.serverId)
    if (drawing === 'text') return { state: 'not-drawn', reason: 'off' }
    if (drawing === 'window') return { state: 'not-drawn', reason: 'own-window' }
    const found = await this.#pageOf(place, call)
    return 'html' in found ? this.#serve(place, call, found) : found
  }

  /** The page of a call, or why it is not drawn; the latter is recorded with the call. */
  async #pageOf(place: CallPlace, call: ToolCall): Promise<FoundHtml | OpenedAppView> {
    const found = await this.#deps.pages.pinned(place, call)
    const failure = 'html' in found ? null : failureOfOpening(found)
    if (failure) this.#deps.pages.setFailure(place, failure)
    return found
  }

  /**
   * Opens the interface of a call in a window of its own, after consent where it asks for something that was not given.
   * Throws `chat/not-found`; rejects with `consent/too-many`.
   */
  openWindow(place: CallPlace): Promise<OpenedAppView> {
    return this.#opening.run(() => this.#openWindow(place), place.entryId)
  }

  async #openWindow(place: CallPlace): Promise<OpenedAppView> {
    const call = this.#deps.pages.callOf(place)
    if (this.#drawingOf(call.serverId) === 'text') return { state: 'not-drawn', reason: 'off' }
    const found = await this.#pageOf(place, call)
    if (!('html' in found)) return found
    const server = this.#deps.pages.serverOf(call)
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
      this.#ended(view, 'closed')
      return { state: 'cancelled' }
    }
    this.#closeFormer(view)
    this.#awaitConnection(view)
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
        boundServer(view)
        return send(request, AbortSignal.any([signal, view.abort.signal]))
      },
      refuse,
    }
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
      actions: viewRequests(view, this.#deps),
      traffic: createViewTraffic({
        journal: view.server?.journal,
        clock,
        view: { id: viewId, title: view.call.toolTitle },
      }),
      connect: (listener) => frames.connect(viewId, listener),
      onEvent: (event) => {
        this.#emit(view, event)
        if (event.type === 'started') this.#setFailure(view, null)
      },
      onEnded: (reason) => this.#ended(view, reason),
      clock,
      timers,
    })
  }

  contextChanged(viewId: string, context: AppViewContext): void {
    this.#views.get(viewId)?.session?.contextChanged(context)
  }

  /** Takes a picture of a view that was drawn or used just now. */
  async takePicture(viewId: string, box: ViewBox): Promise<void> {
    const view = this.#views.get(viewId)
    if (!view?.session) return
    this.#views.delete(viewId)
    this.#views.set(viewId, view)
    const picture = await this.#deps.frames.picture(viewId, box)
    if (picture !== null) this.#pictures.keep(view.entryId, picture)
  }

  /** The latest picture of the interface of a call. Throws `chat/not-found`. */
  picture(place: CallPlace): string | null {
    this.#deps.pages.callOf(place)
    return this.#pictures.of(place.entryId)
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

  /** The setting of the server; of all servers for one without, and for one that was removed. */
  #drawingOf(serverId: string | null): AppDrawing {
    const { registry, stores } = this.#deps
    const server = registry.list().find(({ config }) => config.id === serverId)
    return server?.config.apps ?? stores.settings.load().apps
  }

  #serve(place: CallPlace, call: ToolCall, { html, needs }: FoundHtml): OpenedAppView {
    const view = this.#add(place, call, undefined)
    this.#closeFormer(view)
    const { id, server } = view
    const address = this.#deps.frames.serve(id, html)
    this.#awaitConnection(view)
    const offer = this.#givings.offerOf(server, needs)
    return { state: 'open', viewId: id, address, needs, offer }
  }

  #add(place: CallPlace, call: ToolCall, access: AppAccess | undefined): View {
    const running = [...this.#views.values()].filter(({ session }) => session?.isEnding !== true)
    for (const view of running.slice(0, Math.max(0, running.length - MAX_LIVE_APP_VIEWS + 1)))
      this.#end(view, 'replaced')
    const id = this.#deps.ids.next()
    const server = this.#deps.pages.serverOf(call)
    const abort = new AbortController()
    const view: View = { ...place, id, call, server, identity: server?.identity, access, abort }
    this.#views.set(id, view)
    return view
  }

  /** Ends a view that is not connected in time: its page is gone, or its frame did not load. */
  #awaitConnection(view: View): void {
    this.#deps.timers.after(CONNECT_MS, () => {
      if (this.#views.has(view.id) && !view.session) this.#end(view, 'not-started')
    })
  }

  #end(view: View, reason: AppViewEnd): void {
    // Its last second is for its own state, not for calls.
    abortWith(view.abort, 'call-cancelled')
    if (view.session) return view.session.end(reason)
    this.#emit(view, { type: 'ended', reason })
    this.#ended(view, reason)
  }

  #ended(view: View, reason: AppViewEnd): void {
    if (!this.#views.delete(view.id)) return
    abortWith(view.abort, 'call-cancelled')
    this.#deps.frames.close(view.id)
    const failure = failureOfEnd(reason)
    if (failure) this.#setFailure(view, failure)
  }

  #setFailure(view: View, failure: AppFailure | null): void {
    try {
      this.#deps.pages.setFailure(view, failure)
    } catch {
      // A disk that refuses keeps no view from starting or ending.
    }
  }

  #emit({ id, conversationId, entryId }: View, event: AppViewEvent): void {
    this.#deps.events.emit('app-view.event', { viewId: id, conversationId, entryId, event })
  }
}

/** A changed interface that waits for the person is not seen either. What the setting leaves out is no failure. */
function failureOfOpening(opened: OpenedAppView): AppFailure | null {
  if (opened.state === 'changed') return 'changed'
  if (opened.state !== 'not-drawn') return null
  const { reason } = opened
  return reason === 'off' || reason === 'own-window' ? null : reason
}

function failureOfEnd(reason: AppViewEnd): AppFailure | null {
  return reason === 'closed' || reason === 'closed-by-app' || reason === 'replaced' ? null : reason
}

const notOpen = (): GatehouseError =>
  new GatehouseError('apps/not-open', 'This interface is no longer open.')
