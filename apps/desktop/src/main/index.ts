import { app, Menu, type BrowserWindow } from 'electron'
import { join } from 'node:path'
import type { Settings } from '@gatehouse/domain'
import { createConsentQueue } from './consent/consent-queue.ts'
import { receiveAppLinks } from './electron/app-link-scheme.ts'
import { declareAppScheme, serveApp } from './electron/app-protocol.ts'
import { createScreenWindows, type ScreenWindows } from './electron/screen-windows.ts'
import { followSettings, nativeLocale, restoreMenu, restoreTheme } from './electron/appearance.ts'
import { createConsentWindows } from './electron/consent-window.ts'
import { guardAgainstCrashes } from './electron/crash-guard.ts'
import { chooseDataFolder } from './electron/data-folder.ts'
import { loadHost } from './electron/load-host.ts'
import { confinePages } from './electron/navigation.ts'
import { disableBackgroundNetworking } from './electron/background-networking.ts'
import { quitGracefully } from './electron/quit.ts'
import { refuseForeignStart } from './electron/refuse-start.ts'
import { openRequestChannel } from './electron/request-channel.ts'
import { captureWhenPainted } from './electron/screenshot.ts'
import { createSpellChecker } from './electron/spelling.ts'
import { createSenderGate, type SenderGate } from './ipc/sender-gate.ts'
import { createLogFile } from './log-file.ts'
import { createDeferredStart, type DeferredStart } from './deferred-start.ts'
import { createRunMarker } from './run-marker.ts'
import { createSafeStartState } from './safe-start.ts'
import type { DevelopmentServer } from './served-files.ts'
import type { SpellChecker } from './spelling/spell-checker.ts'
import type { RunningHost } from './start-host.ts'
import { createPageConsent } from './windows/page-consent.ts'
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
  const { painted, notePaint } = waitForPaint()
  let running: () => Promise<RunningHost> | undefined = () => undefined
  const spelling = createSpellChecker()
  prepareApp()

  const windows = createScreenWindows({
    state,
    safeStarts,
    log,
    words: spelling,
    onMade(window, { kind }) {
      if (kind !== 'main') return
      window.once('ready-to-show', () => setTimeout(notePaint, AFTER_PAINT_MS))
      shootIfAsked(window)
    },
    outlivesWindows,
    onPageGone(page) {
      running()?.then(
        (host) => host.pageGone(page),
        () => undefined,
      )
    },
  })
  const show = (): void => {
    if (app.isReady()) windows.showMain()
  }
  const consent = createConsentQueue(
    createConsentWindows({ current: () => windows.current()?.window, state, log }),
  )
  const links = followTheApp(show, (installLink) =>
    windows.showMain({ section: 'servers', installLink }),
  )
  const appLinks = links.links
  quitGracefully(
    { close: async () => (await running())?.close(), consent, onQuit: safeStarts.quit },
    log,
  )
  void app.whenReady().then(() => {
    const development = developmentServer()
    confinePages(log, development)
    const gate = createSenderGate((contents) => windows.of(contents) !== undefined)
    const asked = createPageConsent(consent, windows)
    const environment = { dataFolder, windows, state, consent: asked, gate, safeStarts, appLinks }
    const given = { ...environment, spelling, log }
    const host = createDeferredStart({
      // Loading it stops main for a while, in which the window would get no files and not appear.
      begin: () =>
        painted.then(() => loadHost({ ...given, followSettings: follow(state, spelling) })),
      quietMs: 500,
      limitMs: 3000,
    })
    running = host.begun
    serve(host, { windows, gate, state, development })
    restoreTheme(state)
    show()
    links.takeFirst()
    void painted.then(() => restoreMenu(state))
    app.on('activate', show)
    guard.booted()
  })
}

/** Opens the two doors of the windows: what they load, and what they ask. */
function serve(
  host: DeferredStart<RunningHost>,
  {
    windows,
    gate,
    state,
    development,
  }: {
    windows: ScreenWindows
    gate: SenderGate
    state: WindowStateFile
    development: DevelopmentServer | undefined
  },
): void {
  serveApp({
    root: join(__dirname, '../renderer'),
    development,
    onFileServed: host.touch,
    blobs: async () => (await host.get()).blobs(),
    locale: () => nativeLocale(state),
  })
  openRequestChannel({
    gate,
    async handleCall(contents, route, input) {
      const window = windows.of(contents)
      if (!window) throw new Error('The calling page is no longer in a window.')
      // Begun outside, so that nothing of the host runs in the name of this page.
      const begun = host.get()
      return windows.handleCallOf(window, async () =>
        (await begun).handleCall(window, route, input),
      )
    },
    log,
  })
}

/** Sets everything that must be set before the app is ready. */
function prepareApp(): void {
  declareAppScheme()
  disableBackgroundNetworking()
  // Electron would build one of its own, for which the window would wait.
  Menu.setApplicationMenu(null)
  // It would take the flag of the start script back, without which root gets no window at all.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.setAppUserModelId('app.gatehouse.desktop')
}

/** Returns the links that open the app. */
function followTheApp(
  ...show: Parameters<typeof receiveAppLinks>
): ReturnType<typeof receiveAppLinks> {
  app.on('window-all-closed', quitWithTheLastWindow)
  return receiveAppLinks(...show)
}

const follow =
  (state: WindowStateFile, spelling: SpellChecker) =>
  (settings: Settings): void => {
    staysInTray = settings.keepInTray
    spelling.follow(settings.spelling)
    followSettings(settings, state)
  }

/** True if the app continues without a window, as the person chose. */
let staysInTray = false

const outlivesWindows = (): boolean => process.platform === 'darwin' || staysInTray

function quitWithTheLastWindow(): void {
  if (!outlivesWindows()) app.quit()
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
  if (picture) captureWhenPainted(window, picture, log)
}

function developmentServer(): DevelopmentServer | undefined {
  const url = process.env['ELECTRON_RENDERER_URL']
  return url && !app.isPackaged ? { origin: new URL(url).origin } : undefined
}
