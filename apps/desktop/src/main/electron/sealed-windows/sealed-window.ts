import { app, BrowserWindow, type Session } from 'electron'
import { APP_SCHEME } from '../../ipc/sender-gate.ts'
import type { Log } from '../../log.ts'
import { CONFINED_PAGE } from '../confined-page.ts'

/** Milliseconds between two looks at the memory of a process. */
const LOOK_MS = 100

interface SealedPage {
  /** Of the messages of the log. */
  name: string
  /** Serves the page and nothing else. */
  session: Session
  host: string
  /** Memory limit of its process in kB: a few bytes can ask for gigabytes. */
  maxMemoryKb: number
  /** The outcome of a call that takes more. */
  tooMuch: unknown
  log: Log
}

/** A page in a process of its own. */
interface SealedWindow {
  /** Resolves once its page is loaded; rejects when it cannot be. */
  ready: Promise<void>
  /** Calls a function of its page, once, and returns what that reports. Rejects when the process died. */
  call(script: string): Promise<unknown>
  /** Ends it, whatever it does. */
  end(): void
}

/**
 * A window that is never shown, with no preload script and no way to main: main calls the one function of its page,
 * and reads what that returns as hostile.
 */
export function openSealedWindow(page: SealedPage): SealedWindow {
  const { name, session, host, maxMemoryKb, tooMuch, log } = page
  const window = new BrowserWindow({
    show: false,
    paintWhenInitiallyHidden: false,
    focusable: false,
    skipTaskbar: true,
    webPreferences: {
      ...CONFINED_PAGE,
      session,
      webgl: false,
      disableDialogs: true,
      backgroundThrottling: false,
      devTools: false,
    },
  })
  const { webContents } = window
  let isEnded = false
  let hasResponded = false
  const died = new Promise<never>((_resolve, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) => {
      if (!isEnded) log.warn(`The process of ${name} ended: ${reason}.`)
      reject(new Error(`The process of ${name} ended: ${reason}.`))
    })
  })
  died.catch(() => undefined)
  let stopWatching = (): void => undefined
  return {
    ready: Promise.race([window.loadURL(`${APP_SCHEME}://${host}/`), died]),
    call(script) {
      const memory = watchMemory(webContents.getOSProcessId(), maxMemoryKb)
      stopWatching = memory.stop
      const calling: Promise<unknown> = webContents.executeJavaScript(script)
      calling.then(
        () => (hasResponded = true),
        () => undefined,
      )
      return Promise.race([calling, died, memory.exceeded.then(() => tooMuch)])
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

/** `exceeded` resolves once the process takes more than it may; `stop` has to be called. */
function watchMemory(pid: number, maxKb: number): { exceeded: Promise<void>; stop(): void } {
  let timer: ReturnType<typeof setInterval> | undefined
  const exceeded = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const own = app.getAppMetrics().find((one) => one.pid === pid)
      if (own && own.memory.workingSetSize > maxKb) resolve()
    }, LOOK_MS)
  })
  return { exceeded, stop: () => clearInterval(timer) }
}
