import { app, BrowserWindow } from 'electron'
import {
  createDiagramQueue,
  type DiagramProcess,
  type DiagramQueue,
} from '../diagrams/diagram-queue.ts'
import { APP_SCHEME, DIAGRAM_HOST } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { openDiagramSession } from './diagram-session.ts'

/** Memory limit of one process in kB, and the interval of its check: a line of text can ask for gigabytes. */
const MAX_MEMORY_KB = 320 * 1024
const LOOK_MS = 100

/** Creates the queue that draws diagrams, each in a window of its own. */
export function createDiagrams(log: Log): DiagramQueue {
  return createDiagramQueue(() => startDiagramProcess(log))
}

/**
 * A window that is never shown, with no preload script and no way to main: main calls the one function of its page,
 * and reads what that returns as hostile.
 */
function startDiagramProcess(log: Log): DiagramProcess {
  const window = new BrowserWindow({
    show: false,
    paintWhenInitiallyHidden: false,
    focusable: false,
    skipTaskbar: true,
    webPreferences: {
      session: openDiagramSession(),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      webgl: false,
      disableDialogs: true,
      spellcheck: false,
      backgroundThrottling: false,
      devTools: false,
    },
  })
  const { webContents } = window
  let isEnded = false
  let hasResponded = false
  const died = new Promise<never>((_resolve, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => {
      if (!isEnded) log.warn(`The process of a diagram ended: ${reason}.`)
      reject(new Error(`The process of a diagram ended: ${reason}.`))
    })
  })
  died.catch(() => undefined)
  let stopWatching = (): void => undefined
  return {
    ready: Promise.race([window.loadURL(`${APP_SCHEME}://${DIAGRAM_HOST}/`), died]),
    draw(request) {
      const call = `drawDiagram(${JSON.stringify(request)})`
      const memory = watchMemory(webContents.getOSProcessId())
      stopWatching = memory.stop
      const drawing: Promise<unknown> = webContents.executeJavaScript(call)
      drawing.then(
        () => (hasResponded = true),
        () => undefined,
      )
      return Promise.race([drawing, died, memory.tooMuch])
    },
    end() {
      isEnded = true
      stopWatching()
      if (window.isDestroyed()) return
      // One that hangs may take its time to end with its window.
      if (!hasResponded) webContents.forcefullyCrashRenderer()
      window.destroy()
    },
  }
}

/** `tooMuch` resolves to what a diagram is that takes more memory than it may; `stop` has to be called. */
function watchMemory(pid: number): { tooMuch: Promise<unknown>; stop(): void } {
  let timer: ReturnType<typeof setInterval> | undefined
  const tooMuch = new Promise((resolve) => {
    timer = setInterval(() => {
      const own = app.getAppMetrics().find((one) => one.pid === pid)
      if (own && own.memory.workingSetSize > MAX_MEMORY_KB) resolve({ state: 'too-large' })
    }, LOOK_MS)
  })
  return { tooMuch, stop: () => clearInterval(timer) }
}
