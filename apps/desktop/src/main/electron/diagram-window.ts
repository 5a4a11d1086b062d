import { BrowserWindow } from 'electron'
import {
  createDiagramQueue,
  type DiagramProcess,
  type DiagramQueue,
} from '../diagrams/diagram-queue.ts'
import { APP_SCHEME, DIAGRAM_HOST } from '../ipc/sender-gate.ts'
import type { Log } from '../log.ts'
import { openDiagramSession } from './diagram-session.ts'

/** What draws diagrams, each in a window of its own. */
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
  let hasAnswered = false
  const died = new Promise<never>((_resolve, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => {
      if (!isEnded) log.warn(`The process of a diagram ended: ${reason}.`)
      reject(new Error(`The process of a diagram ended: ${reason}.`))
    })
  })
  died.catch(() => undefined)
  return {
    ready: Promise.race([window.loadURL(`${APP_SCHEME}://${DIAGRAM_HOST}/`), died]),
    async draw(request) {
      const call = `drawDiagram(${JSON.stringify(request)})`
      const answer: unknown = await Promise.race([webContents.executeJavaScript(call), died])
      hasAnswered = true
      return answer
    },
    end() {
      isEnded = true
      if (window.isDestroyed()) return
      // One that hangs may take its time to end with its window.
      if (!hasAnswered) webContents.forcefullyCrashRenderer()
      window.destroy()
    },
  }
}
