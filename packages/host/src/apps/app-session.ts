import {
  isGatehouseError,
  type ContentBlock,
  type JsonObject,
  type ReadResourceResult,
  type Tool,
  type ToolResult,
  type ViewRefusal,
} from '@gatehouse/domain'
import {
  APP_ERROR,
  APP_MESSAGE_BUDGET,
  appHostText,
  NO_ACCESS,
  readAppMessage,
  type AppAccess,
  type AppBlockReason,
  type AppDisplayMode,
  type AppNotification,
  type AppRequest,
  type AppRpcId,
  type AppUse,
  type AppViewContext,
  type AppViewEnd,
  type AppViewEvent,
} from '@gatehouse/domain/apps'
import { parseJson } from '@gatehouse/domain/json'
import { errorMessage } from '../error-message.ts'
import type { AppChannel, AppFrameListener, Clock, Timers } from '../ports/index.ts'
import { createMessageRate } from './message-rate.ts'
import type { ViewTraffic } from './view-traffic.ts'

/** The version of MCP Apps that the host speaks. */
const PROTOCOL_VERSION = '2026-01-26'

const START_MS = 8000
const TEARDOWN_MS = 1000
/** Milliseconds that the window has to change the mode that a view asked for. */
const MODE_MS = 1000
/** Ends of a view that is told of them. */
const SAVING: ReadonlySet<AppViewEnd> = new Set(['replaced', 'closed', 'closed-by-app'])
const DISPLAY_MODES: readonly AppDisplayMode[] = ['inline', 'fullscreen', 'pip']
/** A window of its own is filled by its view. */
const WINDOW_MODE: AppDisplayMode = 'fullscreen'
/** Milliseconds between two sizes that are passed on. */
const RESIZE_MS = 100
/** Sizes of a view in its first second of each window; an interface that follows its own frame never comes to rest. */
const RESIZES = { count: 40, windowMs: 10_000 }
/** Messages that are read; a request beyond them is refused. */
const MESSAGES = { count: 100, windowMs: 1000 }
/** Messages beyond which the view ends. */
const FLOOD = { count: 600, windowMs: 1000 }
/** Characters of all messages beyond which the view ends. */
const VOLUME = { count: 4 * APP_MESSAGE_BUDGET.bytes, windowMs: 1000 }
/** Requests that are open at once. */
const MAX_OPEN = 8
/** Refused hosts that the window is told. */
const MAX_TOLD = 20
/** Messages that are none, after which the view ends. */
const MAX_MALFORMED = 20
/** The id of the one request of the host. */
const TEARDOWN_ID = 'teardown'

/** A file of a view: its content, or the resource of its server that has it. */
export type AppFile = Extract<
  AppRequest,
  { method: 'ui/download-file' }
>['params']['contents'][number]

/** The effects of a view's requests. What rejects is refused in its words. */
export interface AppActions {
  callTool(call: { name: string; arguments: JsonObject }): Promise<ToolResult>
  readResource(uri: string): Promise<ReadResourceResult>
  openLink(url: string): Promise<void>
  /** Saves what the person chooses a place for. */
  downloadFile(file: AppFile): Promise<void>
  /** Puts text into the draft of the chat; nothing is sent. `context` replaces the one before. */
  draft(what: 'message' | 'context', text: string): Promise<void>
}

/** The call whose interface is drawn. */
export interface AppSubject {
  tool: Tool | undefined
  callId: string
  arguments: JsonObject
  result: ToolResult
  hostVersion: string
}

interface Options {
  subject: AppSubject
  context: AppViewContext
  /** Of a view in a window of its own; undefined for a sealed one. */
  access?: AppAccess | undefined
  actions: AppActions
  traffic: ViewTraffic
  connect(listener: AppFrameListener): AppChannel
  onEvent(event: AppViewEvent): void
  /** The view is over: its frames can be closed. */
  onEnded(reason: AppViewEnd): void
  clock: Clock
  timers: Timers
}

/** A request that has an effect beyond the view. */
type EffectRequest = Exclude<AppRequest, { method: 'ui/initialize' | 'ping' }>

type State = 'new' | 'initializing' | 'ready' | 'ending' | 'ended'

/**
 * One running view, from its connection to its teardown (MCP Apps 2026-01-26, "Lifecycle"). Nothing is sent to it
 * before `initialized`. Every message is checked for state, rate, size and keys, then by its schema.
 */
export class AppSession {
  readonly #options: Options
  readonly #channel: AppChannel
  readonly #messages: ReturnType<typeof createMessageRate>
  readonly #flood: ReturnType<typeof createMessageRate>
  readonly #volume: ReturnType<typeof createMessageRate>
  readonly #resizes: ReturnType<typeof createMessageRate>
  readonly #open = new Set<AppRpcId>()
  /** Requests that came before the view said that it is initialized. */
  readonly #early: [AppRpcId, EffectRequest][] = []
  /** Refused hosts of which the window knows. */
  readonly #told = new Set<string>()
  /** As the page of the app knows it. */
  #given: AppViewContext
  #room: { width: number; height: number } | undefined
  #context: AppViewContext
  #state: State = 'new'
  #malformed = 0
  #height: number | undefined
  /** Modes that the view declared; undefined: any. */
  #modes: readonly string[] | undefined
  #onContext: (() => void) | null = null
  #cancelStart: () => void
  #cancelResize: (() => void) | null = null
  #onTornDown: (() => void) | null = null

  constructor(options: Options) {
    const { clock, timers } = options
    this.#options = options
    this.#given = options.context
    this.#context = this.#fitted()
    this.#messages = createMessageRate(clock, MESSAGES)
    this.#flood = createMessageRate(clock, FLOOD)
    this.#volume = createMessageRate(clock, VOLUME)
    this.#resizes = createMessageRate(clock, RESIZES)
    this.#cancelStart = timers.after(START_MS, () => this.end('not-started'))
    this.#channel = options.connect({
      onMessage: (text) => this.#receive(text),
      onLost: (reason) => this.end(reason),
      onLeft: () => options.onEvent({ type: 'left' }),
      onBlocked: (host, reason) => this.#blocked(host, reason),
      onRoom: (room) => {
        this.#room = room
        this.contextChanged(this.#given)
      },
    })
  }

  /** True once it ends, and has a moment for its state. */
  get isEnding(): boolean {
    return this.#state === 'ending'
  }

  /** Sends the members of the context that changed. */
  contextChanged(context: AppViewContext): void {
    const before = hostContext(this.#context)
    this.#given = context
    this.#context = this.#fitted()
    const after = hostContext(this.#context)
    this.#onContext?.()
    if (this.#state !== 'ready') return
    const changed = Object.entries(after).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
    )
    if (changed.length > 0)
      this.#notify('ui/notifications/host-context-changed', Object.fromEntries(changed))
  }

  #blocked(host: string, reason: AppBlockReason): void {
    const key = `${reason} ${host}`
    if (this.#told.has(key) || this.#told.size >= MAX_TOLD) return
    this.#told.add(key)
    this.#options.traffic.blocked(host.slice(0, 300), reason)
    this.#options.onEvent({ type: 'blocked', host: host.slice(0, 300), reason })
  }

  /** The context with the room of the window, where it has one of its own. */
  #fitted(): AppViewContext {
    if (!this.#options.access) return this.#given
    const { width, height } = this.#room ?? { width: 0, height: 0 }
    return { ...this.#given, width, maxHeight: height, displayMode: WINDOW_MODE }
  }

  /** Ends the view once; one that still listens is told, and has a second to save its state. */
  end(reason: AppViewEnd): void {
    if (this.#state === 'ending' || this.#state === 'ended') return
    const listens = this.#state === 'ready' && SAVING.has(reason)
    this.#cancelStart()
    this.#cancelResize?.()
    if (!listens) return this.#over(reason)
    this.#state = 'ending'
    const cancel = this.#options.timers.after(TEARDOWN_MS, () => this.#over(reason))
    this.#onTornDown = () => {
      cancel()
      this.#over(reason)
    }
    this.#post({ id: TEARDOWN_ID, method: 'ui/resource-teardown', params: {} })
  }

  #over(reason: AppViewEnd): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#options.onEvent({ type: 'ended', reason })
    this.#options.onEnded(reason)
  }

  #receive(text: string): void {
    if (this.#state === 'ended') return
    const { traffic } = this.#options
    const isLarge = text.length > APP_MESSAGE_BUDGET.bytes
    if (isLarge || !this.#flood.take() || !this.#volume.take(text.length)) {
      traffic.received(text, undefined, 'too-large')
      return this.end('over-limits')
    }
    const isRead = this.#messages.take()
    const parsed = parseJson(text, { budget: APP_MESSAGE_BUDGET })
    const value = parsed.ok ? parsed.value : undefined
    const message =
      value === undefined ? ({ kind: 'not-a-message' } as const) : readAppMessage(value)
    const refused = isRead ? this.#refusalOf(message) : 'too-many'
    traffic.received(text, value, refused)
    switch (message.kind) {
      case 'not-a-message':
        this.#malformed += 1
        if (this.#malformed > MAX_MALFORMED) this.end('over-limits')
        return
      case 'ignored':
        return
      case 'response':
        if (isRead && message.id === TEARDOWN_ID) this.#onTornDown?.()
        return
      case 'notification':
        return refused === undefined ? this.#noted(message.notification) : undefined
      case 'refused':
      case 'request':
        if (!isRead) return this.#refuse(message.id, 'too-many', 'Too many messages in a second.')
        return message.kind === 'request'
          ? this.#requested(message.id, message.request)
          : this.#refuse(message.id, message.rule, 'The host does not take this request.')
    }
  }

  /** The rule by which a message that gets no response is refused. */
  #refusalOf(message: ReturnType<typeof readAppMessage>): ViewRefusal | undefined {
    if (message.kind === 'not-a-message') return 'not-a-message'
    if (message.kind !== 'notification') return undefined
    const { method } = message.notification
    if (method === 'ui/notifications/request-teardown') return undefined
    const awaited = method === 'ui/notifications/initialized' ? 'initializing' : 'ready'
    return this.#state === awaited ? undefined : 'wrong-state'
  }

  #noted(notification: AppNotification): void {
    switch (notification.method) {
      case 'ui/notifications/initialized':
        return this.#start()
      case 'ui/notifications/size-changed':
        return this.#resized(notification.params.height)
      case 'ui/notifications/request-teardown':
        this.end('closed-by-app')
    }
  }

  #start(): void {
    const { subject, onEvent } = this.#options
    this.#cancelStart()
    this.#state = 'ready'
    this.#notify('ui/notifications/tool-input', { arguments: subject.arguments })
    this.#notify('ui/notifications/tool-result', { ...subject.result })
    onEvent({ type: 'started' })
    for (const [id, request] of this.#early.splice(0)) this.#serve(id, request)
  }

  #resized(height: number | undefined): void {
    if (height === undefined || !this.#resizes.take()) return
    this.#height = height
    this.#cancelResize ??= this.#options.timers.after(RESIZE_MS, () => {
      this.#cancelResize = null
      this.#options.onEvent({ type: 'resized', height: this.#height ?? 0 })
    })
  }

  #requested(id: AppRpcId, request: AppRequest): void {
    if (request.method === 'ping') return this.#answer(id, {})
    if (request.method === 'ui/initialize') {
      if (this.#state !== 'new')
        return this.#refuse(id, 'wrong-state', 'The view is initialized already.')
      this.#state = 'initializing'
      this.#modes = request.params.appCapabilities?.availableDisplayModes
      return this.#answer(id, this.#initializeResult())
    }
    this.#serve(id, request)
  }

  /** Published views request before they await the end of the handshake: such requests wait for it. */
  #serve(id: AppRpcId, request: EffectRequest): void {
    if (this.#state === 'ending') return this.#refuse(id, 'wrong-state', 'The view is closing.')
    if (this.#state !== 'ready' && this.#early.length < MAX_OPEN)
      return void this.#early.push([id, request])
    if (this.#state !== 'ready' || this.#open.size >= MAX_OPEN || this.#open.has(id))
      return this.#refuse(id, 'too-many-open', `At most ${MAX_OPEN} requests are open at once.`)
    this.#open.add(id)
    void this.#perform(request)
      .then(
        (result) => this.#answer(id, result),
        (error: unknown) =>
          this.#refuse(id, isRefusal(error) ? 'not-allowed' : undefined, errorMessage(error)),
      )
      .finally(() => this.#open.delete(id))
  }

  async #perform(request: EffectRequest): Promise<object> {
    const { actions, onEvent } = this.#options
    switch (request.method) {
      case 'tools/call':
        return actions.callTool(request.params)
      case 'resources/read':
        return actions.readResource(request.params.uri)
      case 'ui/open-link':
        await actions.openLink(request.params.url)
        return {}
      case 'ui/message':
        await actions.draft('message', textOf(request.params.content))
        onEvent({ type: 'drafted', what: 'message' })
        return {}
      case 'ui/update-model-context': {
        const { content, structuredContent } = request.params
        const structured = structuredContent ? [JSON.stringify(structuredContent, null, 2)] : []
        await actions.draft(
          'context',
          [textOf(content), ...structured].filter(Boolean).join('\n\n'),
        )
        onEvent({ type: 'drafted', what: 'context' })
        return {}
      }
      case 'ui/download-file':
        await actions.downloadFile(request.params.contents[0])
        return {}
      case 'ui/request-display-mode':
        return { mode: await this.#changeMode(request.params.mode) }
    }
  }

  /** The window decides, and only while the person is in the view; resolves with the mode that it has then. */
  async #changeMode(mode: AppDisplayMode): Promise<AppDisplayMode> {
    const isTaken = !this.#options.access && (this.#modes?.includes(mode) ?? true)
    if (!isTaken || mode === this.#context.displayMode || this.#onContext)
      return this.#context.displayMode
    const { onEvent, timers } = this.#options
    await new Promise<void>((resolve) => {
      const cancel = timers.after(MODE_MS, resolve)
      this.#onContext = () => {
        cancel()
        resolve()
      }
      onEvent({ type: 'mode-wanted', mode })
    })
    this.#onContext = null
    return this.#context.displayMode
  }

  #initializeResult(): object {
    const { subject, access } = this.#options
    return {
      protocolVersion: PROTOCOL_VERSION,
      hostInfo: { name: 'gatehouse', title: 'Gatehouse', version: subject.hostVersion },
      hostCapabilities: {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        updateModelContext: { text: {}, structuredContent: {} },
        message: { text: {} },
        sandbox: sandboxOf(access ?? NO_ACCESS),
      },
      hostContext: {
        ...hostContext(this.#context),
        userAgent: `Gatehouse/${subject.hostVersion}`,
        platform: 'desktop',
        availableDisplayModes: access ? [WINDOW_MODE] : DISPLAY_MODES,
        ...(subject.tool ? { toolInfo: { id: subject.callId, tool: subject.tool } } : {}),
      },
    }
  }

  #answer(id: AppRpcId, result: object): void {
    this.#post({ id, result })
  }

  /** `rule`: undefined where the request failed for another reason. */
  #refuse(id: AppRpcId, rule: ViewRefusal | undefined, message: string): void {
    const code = (rule && CODES[rule]) ?? APP_ERROR.refused
    this.#post({ id, error: { code, message } }, rule)
  }

  #notify(method: string, params: object): void {
    this.#post({ method, params })
  }

  #post(message: object, refused?: ViewRefusal): void {
    if (this.#state === 'ended') return
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#options.traffic.sent(text, message, refused)
    this.#channel.post(text)
  }
}

/** Codes of refusals; the rest has the one of MCP Apps. */
const CODES: Partial<Record<ViewRefusal, number>> = {
  'wrong-state': APP_ERROR.invalidRequest,
  'unknown-method': APP_ERROR.unknownMethod,
  'invalid-params': APP_ERROR.invalidParams,
}

const isRefusal = (error: unknown): boolean =>
  isGatehouseError(error) && error.code.startsWith('apps/')

/** Things that a view is given beyond a sealed one (MCP Apps 2026-01-26, "Host Capabilities"). */
function sandboxOf({ hosts, permissions }: AppAccess): object {
  const of = (use: AppUse): string[] =>
    hosts.filter(({ uses }) => uses.includes(use)).map((host) => appHostText(host))
  const csp = {
    connectDomains: of('connect'),
    resourceDomains: of('resource'),
    frameDomains: of('frame'),
    baseUriDomains: of('base'),
  }
  return {
    permissions: Object.fromEntries(permissions.map((name) => [name, {}])),
    csp: Object.fromEntries(Object.entries(csp).filter(([, domains]) => domains.length > 0)),
  }
}

function hostContext(context: AppViewContext): Record<string, unknown> {
  const { theme, locale, timeZone, variables, width, maxHeight, displayMode } = context
  return {
    theme,
    locale,
    timeZone,
    styles: { variables },
    displayMode,
    containerDimensions:
      displayMode === 'inline' ? { width, maxHeight } : { width, height: maxHeight },
  }
}

/** Only texts of a view reach a draft. */
function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n\n')
}
