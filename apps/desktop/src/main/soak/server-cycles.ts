import { readdirSync } from 'node:fs'
import { createQuickChat } from '../windows/quick-chat.ts'
import { MAIN_WINDOW } from '../windows/window-role.ts'
import type { ServerView } from '@gatehouse/domain'
import type { EventSink } from '@gatehouse/host/ports'
import { compose, type DesktopPorts } from '../compose.ts'
import type { Log } from '../log.ts'

/** Resource usage of the process at one moment, after a garbage collection. */
export interface ResourceUsage {
  cycle: number
  /** Timers, sockets, pipes and children that keep the event loop alive. */
  handles: number
  /** Open file descriptors; 0 where there is no /proc. */
  descriptors: number
  heapBytes: number
}

export interface CycleReport {
  samples: ResourceUsage[]
  /** Process ids of servers that outlived their stop. */
  left: number[]
}

export interface CycleOptions {
  /** A stdio server. */
  command: string
  args: string[]
  cycles: number
  /** After which cycles to look. */
  sampleAt: readonly number[]
  /** Absolute folder of everything that is kept; made for this run. */
  dataFolder: string
  collectGarbage(): void
}

/**
 * Starts and stops one stdio server repeatedly through the app's real composition, and measures what is left
 * behind. Rejects when the server does not start.
 */
export async function runServerCycles(options: CycleOptions): Promise<CycleReport> {
  const { cycles, sampleAt, dataFolder, collectGarbage } = options
  const states = createStateWatch()
  const app = await compose({ dataFolder, events: states, desktop: quietDesktop, log: quietLog })
  const report: CycleReport = { samples: [], left: [] }
  try {
    const { handlers } = app
    const proposal = await handlers['server.propose']({
      name: 'soak',
      transport: { kind: 'stdio', command: options.command, args: options.args, env: [] },
      protocol: 'auto',
      start: 'demand',
      requestTimeoutMs: 60_000,
    })
    if (proposal.outcome !== 'saved') throw new Error('The server was not saved.')
    const { config } = proposal.server
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const ready = states.when('ready')
      await handlers['server.start']({ id: config.id })
      const { connection } = await ready
      await handlers['server.stop']({ id: config.id })
      const pid = connection.status === 'ready' ? connection.info.pid : undefined
      if (pid !== undefined && isAlive(pid)) report.left.push(pid)
      if (sampleAt.includes(cycle)) report.samples.push(await look(cycle, collectGarbage))
    }
  } finally {
    await app.close()
  }
  return report
}

async function look(cycle: number, collectGarbage: () => void): Promise<ResourceUsage> {
  // Handles are closed one turn of the event loop after their release.
  await new Promise((resolve) => setTimeout(resolve, 100))
  collectGarbage()
  return {
    cycle,
    handles: process.getActiveResourcesInfo().length,
    descriptors: countDescriptors(),
    heapBytes: process.memoryUsage().heapUsed,
  }
}

function countDescriptors(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Listens to the host and resolves when the one server is in a state. */
function createStateWatch(): EventSink & { when(status: 'ready'): Promise<ServerView> } {
  let waiting: { resolve(view: ServerView): void; reject(error: Error): void } | undefined
  return {
    when: () => new Promise((resolve, reject) => (waiting = { resolve, reject })),
    emit(name, payload) {
      if (name !== 'server.changed') return
      const view = payload as ServerView
      const { connection } = view
      if (connection.status === 'ready') waiting?.resolve(view)
      if (connection.status === 'failed') waiting?.reject(new Error(connection.failure.message))
    },
  }
}

export const quietLog: Log = { info: ignore, warn: ignore, error: ignore }

function ignore(): void {
  // No one reads it.
}

export const quietDesktop: DesktopPorts = {
  info: () => ({
    version: '0.0.0',
    electronVersion: '',
    chromeVersion: '',
    platform: process.platform,
    systemLocale: 'en',
    dataFolder: '',
    homeFolder: '',
    sandboxDisabled: false,
    opensByLink: false,
    fallbackRuntime: false,
  }),
  openLink: () => Promise.resolve(),
  copyToClipboard: ignore,
  pickFolder: () => Promise.resolve(null),
  pickFile: () => Promise.resolve(null),
  pickFolders: () => Promise.resolve([]),
  pickNewFile: () => Promise.resolve(null),
  startBackup() {
    throw new Error('Nobody makes a backup.')
  },
  restart: ignore,
  listenForDrops: ignore,
  // No one is there to ask; what runs is what the command line names.
  consent: {
    ask: () => Promise.resolve('allow'),
    choose: () => Promise.resolve({ decision: 'allow', chosen: [] }),
  },
  system: { listen: () => ignore, isVisible: () => false },
  proxies: { resolve: () => Promise.resolve('DIRECT') },
  followSettings: ignore,
  locale: () => 'en',
  notifier: {
    isInFront: () => true,
    show: () => ignore,
    badge: ignore,
    toFront: ignore,
    onFront: ignore,
  },
  drawDiagram: () => Promise.resolve({ state: 'failed' }),
  appFrames: {
    serve: () => '',
    openWindow: () => Promise.reject(new Error('No window is opened here.')),
    showWindow: ignore,
    connect: () => ({ post: ignore }),
    close: ignore,
    isPressed: () => Promise.resolve(false),
    picture: () => Promise.resolve(null),
    saveFile: () => Promise.resolve(false),
  },
  folderLister: {
    list: () => Promise.reject(new Error('No folder is listed here.')),
    close: ignore,
  },
  documents: {
    read: () => Promise.reject(new Error('No document is read here.')),
    close: ignore,
  },
  pictures: {
    draw: () => Promise.reject(new Error('No picture is drawn here.')),
    close: ignore,
  },
  spelling: {
    check: () => Promise.resolve([]),
    view: () => ({ by: 'system' }),
    onAdded: ignore,
  },
  safeStarts: {
    current: () => null,
    isAfterCrash: false,
    chatLoaded: ignore,
    windowDied: ignore,
    windowClosed: ignore,
    chatReleased: ignore,
    serversReleased: ignore,
    quit: ignore,
  },
  windows: {
    list: () => ({ hasMain: false, chats: [] }),
    showChat: ignore,
    showPlace: ignore,
    takePlace: () => null,
    showQuick: ignore,
    hideQuick: ignore,
    quick: createQuickChat(() => 0),
    quickChanged: ignore,
    missingParts: () => Promise.resolve({ tray: false, shortcut: false }),
    shortcut: { set: () => true, isActive: () => false },
    asking: () => MAIN_WINDOW,
    chatRemoved: ignore,
    restore: ignore,
  },
}
