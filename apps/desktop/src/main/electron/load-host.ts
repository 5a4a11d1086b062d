import { app, type BrowserWindow, session, globalShortcut } from 'electron'
import { join } from 'node:path'
import type { AppLinks } from '@gatehouse/oauth'
import type { Settings } from '@gatehouse/domain'
import type { ConsentPrompt, ProxyResolver } from '@gatehouse/host/ports'
import type { DiagramQueue, DrawDiagram } from '../diagrams/diagram-queue.ts'
import type { SenderGate } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import type { SafeStartState } from '../safe-start.ts'
import type { SpellChecker } from '../spelling/spell-checker.ts'
import type { RunningHost } from '../start-host.ts'
import type { GlobalShortcut, WindowPorts } from '../windows/window-ports.ts'
import { keyOf, MAIN_WINDOW } from '../windows/window-role.ts'
import type { WindowStateFile } from '../window-state.ts'
import type { ScreenWindows } from './screen-windows.ts'
import { nativeLocale } from './appearance.ts'
import { pickFile, pickFolder, pickFolders, pickNewFile } from './dialogs.ts'
import { freeStartMemory } from './free-memory.ts'
import { listenForDrops } from './request-channel.ts'
import { createSystemEvents } from './system-events.ts'
import { createProxyResolver } from '../proxy-resolver.ts'
import type { AppInfo } from '@gatehouse/contract'
import { RELEASE_ELECTRON_MAJOR } from '../release-runtime.ts'

export interface HostEnvironment {
  dataFolder: string
  windows: ScreenWindows
  state: WindowStateFile
  /** Asks over the window that asked. */
  consent: ConsentPrompt
  gate: SenderGate
  safeStarts: SafeStartState
  appLinks: AppLinks
  followSettings(settings: Settings): void
  spelling: SpellChecker
  log: Log
}

/** The heavy part of the app: loaded once the window is on its way. */
export async function loadHost(environment: HostEnvironment): Promise<RunningHost> {
  const { dataFolder, windows, state, consent, gate, safeStarts, appLinks, log } = environment
  const {
    startHost,
    openExternalLink,
    copyToClipboard,
    createUpdatePorts,
    createNotifier,
    createTrayIcon,
    createDiagrams,
    createDocuments,
    createFolderListing,
    startBackup,
    createPictures,
    createAppFrames,
  } = await import('./host-parts.ts')
  freeStartMemory()
  const current = () => windows.current()?.window
  // It opens quick ask and nothing else, and sends nothing.
  const shortcut = createGlobalShortcut(() => windows.toggleQuick(), log)
  return startHost({
    dataFolder,
    desktop: {
      info: () => readAppInfo(dataFolder),
      openLink: openExternalLink,
      copyToClipboard,
      ...pickersOver(current),
      consent,
      listenForDrops: (listener) => listenForDrops(gate, listener),
      system: createSystemEvents(),
      proxies: createSystemProxy(),
      appLinks: app.isPackaged ? appLinks : undefined,
      followSettings(settings) {
        environment.followSettings(settings)
        // One that another program has by now stays in the settings, which say so.
        shortcut.set(settings.quickAskShortcut)
      },
      locale: () => nativeLocale(state),
      notifier: createNotifier(windows),
      tray: {
        makeIcon: (onAction) => createTrayIcon(log, onAction),
        show: () => windows.showMain(),
        showQuick: () => windows.showQuick(),
        quit: () => app.quit(),
      },
      safeStarts,
      drawDiagram: drawingFor(windows, createDiagrams(log)),
      spelling: environment.spelling,
      documents: createDocuments(),
      folderLister: createFolderListing(),
      startBackup,
      restart() {
        app.relaunch()
        app.quit()
      },
      pictures: createPictures(log),
      appFrames: createAppFrames({
        asking() {
          const page = windows.asking()
          return page && { contents: page.window.handle.window.webContents, signal: page.signal }
        },
        locale: () => nativeLocale(state),
        pickNewFile: (name) => pickNewFile(current(), name),
        storageFile: join(dataFolder, 'views.json'),
        log,
      }),
      windows: portsOf(windows, safeStarts, shortcut),
    },
    target: {
      isOpen: () => windows.isOpen(),
      send: (name, payload) => windows.send(name, payload),
    },
    checked: !app.isPackaged,
    update: createUpdatePorts({ current, state }),
    log,
  })
}

/** The system's dialogs, over the window that asks. */
const pickersOver = (current: () => BrowserWindow | undefined) => ({
  pickFolder: () => pickFolder(current()),
  pickFile: () => pickFile(current()),
  pickFolders: () => pickFolders(current()),
  pickNewFile: (name: string) => pickNewFile(current(), name),
  personFolders: () => ({
    desktop: app.getPath('desktop'),
    documents: app.getPath('documents'),
    downloads: app.getPath('downloads'),
  }),
})

/** A diagram ends with the page that asked for it, and with no other. */
const drawingFor =
  (windows: Pick<ScreenWindows, 'asking'>, diagrams: DiagramQueue): DrawDiagram =>
  (request) =>
    diagrams.draw(request, windows.asking()?.signal ?? AbortSignal.abort())

function portsOf(
  windows: ScreenWindows,
  safeStarts: SafeStartState,
  shortcut: GlobalShortcut,
): WindowPorts {
  const { places } = windows
  return {
    list: () => windows.list(),
    showChat: (chat, place) => windows.showChat(chat, place),
    showPlace: (place) => windows.showPlace(place),
    showQuick: () => windows.showQuick(),
    hideQuick: () => windows.hideQuick(),
    quick: windows.quick,
    quickChanged: () => windows.send('window.changed', windows.list()),
    shortcut,
    async missingParts() {
      const { findMissingParts } = await import('../tray/desktop-parts.ts')
      return findMissingParts({ platform: process.platform, env: process.env })
    },
    takePlace: () => windows.takePlace(),
    asking() {
      const page = windows.asking()
      return page ? keyOf(page.window.role) : MAIN_WINDOW
    },
    chatRemoved(id) {
      places.forget(id)
      windows.closeChat(id)
    },
    restore(isThere) {
      for (const id of places.takeOpen(safeStarts.isAfterCrash))
        if (isThere(id)) windows.restoreChat(id)
        else places.forget(id)
    },
  }
}

/**
 * The proxies that Chromium knows: the system's setting, PAC files included. Asked of a session of its
 * own, without pages: that of the window has a dead proxy. Call once the app is ready.
 */
function createSystemProxy(): ProxyResolver {
  return createProxyResolver(async () => {
    const own = session.fromPartition('system-proxy')
    await own.setProxy({ mode: 'system' })
    return (url) => own.resolveProxy(url)
  })
}

function readAppInfo(dataFolder: string): Omit<AppInfo, 'damagedStore'> {
  const { electron = '', chrome = '' } = process.versions
  return {
    version: app.getVersion(),
    electronVersion: electron,
    chromeVersion: chrome,
    platform: process.platform,
    systemLocale: app.getPreferredSystemLanguages()[0] ?? app.getLocale(),
    dataFolder,
    homeFolder: app.getPath('home'),
    sandboxDisabled: app.commandLine.hasSwitch('no-sandbox'),
    opensByLink: app.isPackaged,
    fallbackRuntime: Number.parseInt(electron, 10) < RELEASE_ELECTRON_MAJOR,
  }
}

/** Has the system call `onPressed` for one key combination, whatever program is in front. */
function createGlobalShortcut(onPressed: () => void, log: Log): GlobalShortcut {
  let held: string | null = null
  // Before the windows close: it would open another one.
  app.once('before-quit', () => globalShortcut.unregisterAll())
  return {
    set(accelerator) {
      if (accelerator === held) return true
      if (held !== null) globalShortcut.unregister(held)
      held = null
      if (accelerator === null) return true
      if (!isGiven(accelerator, onPressed, log)) return false
      held = accelerator
      return true
    },
    isActive: () => held !== null && globalShortcut.isRegistered(held),
  }
}

function isGiven(accelerator: string, onPressed: () => void, log: Log): boolean {
  try {
    return globalShortcut.register(accelerator, onPressed)
  } catch (error) {
    log.warn(`The global shortcut ${accelerator} was refused: ${String(error)}`)
    return false
  }
}
