import {
  app,
  BrowserWindow,
  ipcMain,
  screen,
  type IpcMainInvokeEvent,
  session,
  type Session,
} from 'electron'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  CONSENT_DECIDE_CHANNEL,
  CONSENT_READ_CHANNEL,
  CONSENT_REVEAL_CHANNEL,
} from '@gatehouse/contract/consent-bridge'
import type { ConsentDecision, ConsentRequest, ConsentView } from '@gatehouse/domain'
import type { ConsentOutcome } from '@gatehouse/domain/approvals'
import type { RevealHidden } from '@gatehouse/host/ports'
import type { ConsentWindows } from '../consent/consent-queue.ts'
import { createConsentGate } from '../consent/consent-gate.ts'
import { watchPresses } from '../consent/presses.ts'
import { APP_SCHEME, CONSENT_HOST, createSenderGate } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import type { WindowStateFile } from '../window-state.ts'
import { CONFINED_PAGE } from './confined-page.ts'
import { nativeLocale, windowBackground } from './appearance.ts'
import { securityHeaders } from '../served-files.ts'
import { serveFromFolder } from './app-protocol.ts'
import { serveScheme } from './serve-scheme.ts'

export interface ConsentWindowOptions {
  /** The window over which it opens. */
  current(): BrowserWindow | undefined
  /** Knows language and theme. */
  state: WindowStateFile
  log: Log
}

interface Open {
  window: BrowserWindow
  view: ConsentView
  counts(decision: ConsentDecision): boolean
  settle(outcome: ConsentOutcome): void
  reveal: RevealHidden | undefined
}

const CANCELLED: ConsentOutcome = { decision: 'cancel', chosen: [] }
/** Things to choose in one window. */
const MAX_CHOSEN = 1000
const SIZE = { width: 560, height: 620 }
/** Kinds of long requests. Most are whole in a higher window, and what is seen at once needs no press to be read. */
const LONG_KINDS: readonly ConsentRequest['kind'][] = ['launch', 'import', 'install']
const LONG_HEIGHT = 860
/** Milliseconds after which it is shown even if nothing was painted: the person must see that it exists. */
const SHOW_AFTER_MS = 3000

/**
 * The window in which consent is given: main's own page, preload and session, which share nothing with
 * the page of the app. One at a time; the caller queues.
 */
export function createConsentWindows(options: ConsentWindowOptions): ConsentWindows {
  let open: Open | undefined
  const gate = createSenderGate((contents) => contents === open?.window.webContents, CONSENT_HOST)
  const guarded =
    <Result>(handle: (...input: unknown[]) => Result) =>
    (event: IpcMainInvokeEvent, ...input: unknown[]): Result | undefined => {
      if (gate(event)) return handle(...input)
      options.log.warn('A page that is not the consent window wanted to act as it and was refused.')
      return undefined
    }
  ipcMain.handle(
    CONSENT_READ_CHANNEL,
    guarded(() => open?.view ?? null),
  )
  ipcMain.handle(
    CONSENT_DECIDE_CHANNEL,
    guarded((id, decision, chosen) => {
      if (!open || open.view.id !== id || !isDecision(decision)) return false
      if (!isChoice(chosen) || !open.counts(decision)) return false
      open.settle(decision === 'cancel' ? CANCELLED : { decision, chosen: chosen ?? [] })
      return true
    }),
  )
  ipcMain.handle(
    CONSENT_REVEAL_CHANNEL,
    guarded((id, value) => (open && open.view.id === id ? revealed(open.reveal, value) : null)),
  )
  return {
    show(request, signal, reveal) {
      return new Promise((resolve) => {
        open = {
          ...openWindow(request, options, (outcome) => {
            signal.removeEventListener('abort', cancel)
            open = undefined
            resolve(outcome)
          }),
          reveal,
        }
        signal.addEventListener('abort', cancel, { once: true })
        function cancel(): void {
          open?.settle(CANCELLED)
        }
      })
    },
    cancel: () => open?.settle(CANCELLED),
  }
}

/** The value that is asked for; null when it may not be shown. */
function revealed(reveal: RevealHidden | undefined, value: unknown): string | null {
  const asked = hiddenValueOf(value)
  if (!reveal || !asked) return null
  try {
    return reveal(asked)
  } catch {
    return null
  }
}

/** Read by hand: a schema library here would be loaded before the first window can open. */
function hiddenValueOf(value: unknown): Parameters<RevealHidden>[0] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { serverId, name } = value as Record<string, unknown>
  if (typeof name !== 'string' || name.length > 256) return undefined
  if (serverId === undefined) return { name }
  return typeof serverId === 'string' && serverId.length <= 64 ? { serverId, name } : undefined
}

function isDecision(value: unknown): value is ConsentDecision {
  return (
    value === 'cancel' ||
    value === 'allow' ||
    value === 'allow-and-start' ||
    value === 'allow-and-remember'
  )
}

function isChoice(value: unknown): value is string[] | undefined {
  if (value === undefined) return true
  return (
    Array.isArray(value) &&
    value.length <= MAX_CHOSEN &&
    value.every((one) => typeof one === 'string' && one.length <= 64)
  )
}

function openWindow(
  request: ConsentRequest,
  { current, state, log }: ConsentWindowOptions,
  onOutcome: (outcome: ConsentOutcome) => void,
): Omit<Open, 'reveal'> {
  const over = current()
  const window = createWindow(over, sizeOf(request))
  const presses = watchPresses(() => performance.now())
  const { front, counts } = createConsentGate({
    now: () => performance.now(),
    latest: () => presses.latest(),
    isAssisted: () => app.isAccessibilitySupportEnabled(),
  })
  const { webContents } = window
  webContents.on('input-event', (_event, input) => presses.note(input))
  const look = (): void => front(!window.isDestroyed() && window.isVisible() && window.isFocused())
  window.on('focus', look)
  window.on('show', look)
  window.on('blur', () => front(false))
  window.on('hide', () => front(false))
  let isSettled = false
  const settle = (outcome: ConsentOutcome): void => {
    if (isSettled) return
    isSettled = true
    clearTimeout(late)
    if (!window.isDestroyed()) window.destroy()
    onOutcome(outcome)
  }
  const show = (): void => {
    clearTimeout(late)
    if (isSettled || window.isVisible()) return
    window.show()
    window.focus()
  }
  const late = setTimeout(show, SHOW_AFTER_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => settle(CANCELLED))
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.error(`The process of the consent window ended: ${reason}.`)
    settle(CANCELLED)
  })
  window.loadURL(`${APP_SCHEME}://${CONSENT_HOST}/`).catch((error: unknown) => {
    if (isSettled) return
    log.error('The consent window could not load its page.', error)
    settle(CANCELLED)
  })
  const { theme } = state.read()
  const looks = { locale: nativeLocale(state), theme, platform: process.platform }
  const view = { id: randomUUID(), request, ...looks }
  return { window, view, counts, settle }
}

type Size = typeof SIZE

const sizeOf = ({ kind }: ConsentRequest): Size =>
  LONG_KINDS.includes(kind) ? { ...SIZE, height: LONG_HEIGHT } : SIZE

function createWindow(over: BrowserWindow | undefined, wanted: Size): BrowserWindow {
  const window = new BrowserWindow({
    ...placeOver(over, wanted),
    ...(over ? { parent: over, modal: true, alwaysOnTop: over.isAlwaysOnTop() } : {}),
    minWidth: 400,
    minHeight: 360,
    show: false,
    minimizable: false,
    fullscreenable: false,
    title: app.getName(),
    backgroundColor: windowBackground(),
    autoHideMenuBar: true,
    webPreferences: {
      ...CONFINED_PAGE,
      preload: join(__dirname, '../preload/consent.cjs'),
      session: openConsentSession(),
      devTools: !app.isPackaged || process.env['GATEHOUSE_DEVTOOLS'] === '1',
    },
  })
  // Its menu could reload or zoom it; copying works without one.
  if (process.platform !== 'darwin') window.removeMenu()
  return window
}

/** In the middle of the window that it belongs to, wholly on its screen. */
function placeOver(over: BrowserWindow | undefined, wanted: Size): Electron.Rectangle | Size {
  if (!over || over.isDestroyed()) return wanted
  const { x, y, width, height } = over.getBounds()
  const { workArea } = screen.getDisplayMatching({ x, y, width, height })
  const size = {
    width: Math.min(wanted.width, workArea.width),
    height: Math.min(wanted.height, workArea.height),
  }
  const within = (at: number, least: number, most: number): number =>
    Math.round(Math.min(Math.max(at, least), most))
  return {
    x: within(x + (width - size.width) / 2, workArea.x, workArea.x + workArea.width - size.width),
    y: within(
      y + (height - size.height) / 2,
      workArea.y,
      workArea.y + workArea.height - size.height,
    ),
    ...size,
  }
}

let own: Session | undefined

/**
 * The session of the consent window alone, kept in memory: no storage, worker, channel or cookie is
 * shared with the page of the app, whose own session does not serve this window's files. Like every
 * session that is made, it is confined by {@link confinePages}, with no permission at all.
 */
function openConsentSession(): Session {
  if (own) return own
  own = session.fromPartition('consent', { cache: false })
  const root = join(__dirname, '../consent')
  const headers = securityHeaders(undefined)
  serveScheme(own.protocol, (request) =>
    serveFromFolder(request, { host: CONSENT_HOST, root, headers }),
  )
  return own
}
