import { app, BrowserWindow } from 'electron'
import type { Log } from '../log.ts'
import { createQuitSequence } from '../quit-sequence.ts'

const CLOSE_LIMIT_MS = 8000
/** A window that hangs must not keep the app from leaving. */
const WINDOW_LIMIT_MS = 2000
/** Milliseconds for pending finalizers; see the guard. */
const FINALIZERS_MS = 50
/** The runtime usually takes a fraction of a second to end itself. */
const LEAVE_LIMIT_MS = 3000

interface Quit {
  close: () => Promise<void>
  consent: { close(): void }
  onQuit: (healthy: boolean) => void
}

/**
 * Lets windows close by themselves (they save their drafts), runs `close` for a bounded time, and then exits, even
 * if the runtime does not. Applies to a quit from the menu, from the system and from a signal. Nothing is asked
 * after that. `onQuit` gets true if every window closed by itself.
 */
export function quitGracefully({ close, consent, onQuit }: Quit, log: Log): void {
  let healthy = true
  const sequence = createQuitSequence({
    close,
    limitMs: CLOSE_LIMIT_MS,
    exit: (code) => {
      onQuit(healthy)
      setTimeout(() => {
        void guardExit().finally(() => app.exit(code))
      }, FINALIZERS_MS)
    },
    onProblem: (problem, cause) => log.error(problem, cause),
  })
  app.on('before-quit', () => {
    // A window that closed would let the next one come up, and a quit waits for every window.
    consent.close()
    setTimeout(() => {
      for (const window of BrowserWindow.getAllWindows()) {
        healthy = false
        window.destroy()
      }
    }, WINDOW_LIMIT_MS)
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    sequence.run()
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit())
  }
}

/** Loaded only now, as the first window would wait for it; without it the app leaves as it always did. */
async function guardExit(): Promise<void> {
  try {
    const { startExitWatchdog } = await import('../exit-watchdog.ts')
    startExitWatchdog(process.pid, LEAVE_LIMIT_MS)
  } catch {
    // The files of the app are gone.
  }
}
