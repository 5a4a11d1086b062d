import './polyfills.ts'
import { app, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import { EVENT_CHANNEL } from '@gatehouse/contract/bridge'
import type { AppLinks } from '@gatehouse/oauth'
import { createConsentQueue, type ConsentQueue } from './consent/consent-queue.ts'
import { readAppInfo } from './electron/app-info.ts'
import { receiveAppLinks } from './electron/app-link-scheme.ts'
import { declareAppScheme, serveApp } from './electron/app-protocol.ts'
import { followSettings, nativeLocale, restoreMenu, restoreTheme } from './electron/appearance.ts'
import { createConsentWindows } from './electron/consent-window.ts'
import { guardAgainstCrashes } from './electron/crash-guard.ts'
import { chooseDataFolder } from './electron/data-folder.ts'
import { pickFile, pickFolder, pickFolders, pickNewFile } from './electron/dialogs.ts'
import { confinePages } from './electron/navigation.ts'
import { createPageAccess, type PageAccess } from './electron/page-access.ts'
import { disableBackgroundNetworking } from './electron/background-networking.ts'
import { quitGracefully } from './electron/quit.ts'
import { refuseForeignStart } from './electron/refuse-start.ts'
import { listenForDrops, openRequestChannel } from './electron/request-channel.ts'
import { captureWhenSettled } from './electron/screenshot.ts'
import { createSystemEvents } from './electron/system-events.ts'
import { createSystemProxy } from './electron/system-proxy.ts'
import { focusWindow, openWindow } from './electron/window.ts'
import { createSenderGate, type SenderGate } from './ipc/sender-gate.ts'
import { createLogFile } from './log-file.ts'
import { createDeferredStart } from './deferred-start.ts'
import { createRunMarker } from './run-marker.ts'
import { createSafeStartState, type SafeStartState } from './safe-start.ts'
import type { DevelopmentServer } from './served-files.ts'
import type { RunningHost } from './start-host.ts'
import { createWindowStateFile, type WindowStateFile } from './window-state.ts'

refuseForeignStart()
const dataFolder = chooseDataFolder()
const log = createLogFile({
  file: join(dataFolder, 'logs', 'main.log'),
  maxBytes: 2_000_000,
  now: () => new Date(),
})
const guard = guardAgainstCrashes(log)

/** Time for the window to come onto the screen once its page has painted. */
const AFTER_PAINT_MS = 20
/** A page that has painted nothing by then may need the host to say why. */
const PAINT_LIMIT_MS = 2000

if (app.requestSingleInstanceLock()) run()
else app.exit(0)

/** Boots in the order in which things must be there; the window waits for nothing. */
function run(): void {
  const state = createWindowStateFile(join(dataFolder, 'window.json'))
  const safeStarts = createSafeStartState(createRunMarker(join(dataFolder, 'running.json')))
  let window: BrowserWindow | undefined
  const page = createPageAccess(() => window)
  const gate = createSenderGate((contents) => contents === window?.webContents)
  const environment = { current: () => window, show: () => show(), state, log }
  const consent = createConsentQueue(createConsentWindows(environment))
  let running: () => Promise<RunningHost> | undefined = () => undefined
  const { painted, notePaint } = waitForPaint()
  prepareApp()

  const show = (): void => {
    if (!app.isReady()) return
    if (window) {
      focusWindow(window)
      return
    }
    const opened = openWindow({ state, log, safeStarts })
    window = opened
    page.watch(opened)
    forgetWithThePage(opened, consent, () => running())
    opened.once('ready-to-show', () => setTimeout(notePaint, AFTER_PAINT_MS))
    opened.once('closed', () => (window = undefined))
    shootIfAsked(opened)
  }

  const begin = (): void => {
    const development = developmentServer()
    confinePages(log, development)
    const host = createDeferredStart({
      // Loading it stops main for a while, in which the window would get no files and not appear.
      begin: () =>
        painted.then(() => loadHost({ ...environment, consent, page, gate, safeStarts, appLinks })),
      quietMs: 500,
      limitMs: 3000,
    })
    running = host.begun
    serveApp({
      root: join(__dirname, '../renderer'),
      development,
      onAnswered: host.touch,
      blobs: async () => (await host.get()).blobs(),
      locale: () => nativeLocale(state),
    })
    openRequestChannel({
      gate,
      answer: async (route, input) => (await host.get()).answer(route, input),
      log,
    })
    restoreTheme(state)
    show()
    restoreMenu(state)
    app.on('activate', show)
    guard.booted()
  }

  const appLinks = followTheApp(show)
  quitGracefully(
    { close: async () => (await running())?.close(), consent, onQuit: safeStarts.quit },
    log,
  )
  void app.whenReady().then(begin)
}

/** What has to be said before the app is ready. */
function prepareApp(): void {
  declareAppScheme()
  disableBackgroundNetworking()
  // It would take the flag of the start script back, without which root gets no window at all.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.setAppUserModelId('app.gatehouse.desktop')
}

/** Returns the links that open the app. */
function followTheApp(show: () => void): AppLinks {
  app.on('window-all-closed', quitWithTheLastWindow)
  return receiveAppLinks(show).links
}

/** Whether the app goes on without a window, as the person chose. */
let staysInTray = false

function quitWithTheLastWindow(): void {
  if (process.platform !== 'darwin' && !staysInTray) app.quit()
}

function waitForPaint(): { painted: Promise<void>; notePaint(): void } {
  let notePaint = (): void => undefined
  const painted = new Promise<void>((resolve) => {
    notePaint = resolve
    setTimeout(resolve, PAINT_LIMIT_MS)
  })
  return { painted, notePaint }
}

function shootIfAsked(window: BrowserWindow): void {
  const picture = process.env['GATEHOUSE_SCREENSHOT']
  if (picture) captureWhenSettled(window, picture, log)
}

/** Whoever reloads or loses the page loses what it asked for: nobody consents to what they cannot see. */
function forgetWithThePage(
  window: BrowserWindow,
  consent: ConsentQueue,
  running: () => Promise<RunningHost> | undefined,
): void {
  const forget = (): void => {
    consent.cancelAll()
    running()?.then(
      (host) => host.pageGone(),
      () => undefined,
    )
  }
  window.webContents.on('render-process-gone', forget)
  // Its first page, and every one after it.
  window.webContents.on('did-navigate', forget)
  window.once('closed', forget)
}

interface HostEnvironment {
  current(): BrowserWindow | undefined
  /** Opens the window, or brings it to the front. */
  show(): void
  state: WindowStateFile
  consent: ConsentQueue
  page: PageAccess
  gate: SenderGate
  safeStarts: SafeStartState
  appLinks: AppLinks
}

/** The heavy part of the app: loaded once the window is on its way. */
async function loadHost(environment: HostEnvironment): Promise<RunningHost> {
  const { current, show, state, consent, page, gate, safeStarts, appLinks } = environment
  const [
    { startHost },
    { openExternalLink },
    { copyToClipboard },
    { createUpdatePorts },
    { createNotifier },
    { createTrayIcon },
  ] = await Promise.all([
    import('./start-host.ts'),
    import('./electron/external-links.ts'),
    import('./electron/clipboard.ts'),
    import('./electron/update-window.ts'),
    import('./electron/notifications.ts'),
    import('./electron/tray.ts'),
  ])
  return startHost({
    dataFolder,
    desktop: {
      info: () => readAppInfo(dataFolder),
      openLink: openExternalLink,
      copyToClipboard,
      pickFolder: () => pickFolder(current()),
      pickFile: () => pickFile(current()),
      pickFolders: () => pickFolders(current()),
      pickNewFile: (name) => pickNewFile(current(), name),
      consent,
      listenForDrops: (listener) => listenForDrops(gate, listener),
      system: createSystemEvents(),
      proxies: createSystemProxy(),
      appLinks: app.isPackaged ? appLinks : undefined,
      followSettings(settings) {
        staysInTray = settings.keepInTray
        followSettings(settings, state)
      },
      locale: () => nativeLocale(state),
      notifier: createNotifier(show),
      tray: {
        makeIcon: (onAction) => createTrayIcon(log, onAction),
        show,
        quit: () => app.quit(),
      },
      safeStarts,
    },
    window: {
      isOpen: () => current()?.isDestroyed() === false,
      send(name, payload) {
        page.sent(name, payload)
        current()?.webContents.send(EVENT_CHANNEL, name, payload)
      },
    },
    page,
    checked: !app.isPackaged,
    update: createUpdatePorts({ current, state }),
    log,
  })
}

function developmentServer(): DevelopmentServer | undefined {
  const url = process.env['ELECTRON_RENDERER_URL']
  return url && !app.isPackaged ? { origin: new URL(url).origin } : undefined
}
