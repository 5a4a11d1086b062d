/** `npm start [-- arguments of the application]` */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './build.ts'
import { filterChromiumOutput } from './filter-chromium-output.ts'
import { hasDisplay, startVirtualDisplay } from '../system-setup/display.ts'
import { electronEnvironment, provideElectron } from '../electron/provide-electron.ts'
import { logMissingKeychain } from '../system-setup/keychain.ts'
import { desktop, root } from '../command-support/paths.mjs'
import { endAll, startGroup } from '../command-support/child-processes.mjs'
import { log, formatDuration } from '../command-support/log.mjs'
import { sandboxAdvice, sandboxArguments } from '../system-setup/sandbox.ts'
import { CommandError } from '../command-support/command-error.mjs'
import { provideSystem } from '../system-setup/provide-system.ts'

const screenshot = join(root, 'gatehouse-screenshot.png')

export async function main(args: readonly string[]): Promise<number> {
  const virtual = !hasDisplay()
  const electron = await provideElectron()
  await provideSystem(electron.executable, virtual ? ['display', 'fonts'] : ['fonts'])
  await buildApp()
  await logMissingKeychain()
  log.step(`Start Gatehouse (set up in ${formatDuration(performance.now())})`)
  const env = { ...process.env, ...electronEnvironment(electron) }
  if (virtual) Object.assign(env, await showVirtually())
  const command = [electron.executable, ...sandboxArguments(), desktop, ...args]
  const app = startGroup(command, { env, stdio: ['ignore', 'inherit', 'pipe'] })
  const isSandboxRefused = app.stderr && filterChromiumOutput(app.stderr, process.stderr)
  const watch = virtual ? logScreenshot() : undefined
  const code = await new Promise<number>((resolve) => {
    app.once('error', () => resolve(127))
    app.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  clearInterval(watch)
  await endAll()
  if (isSandboxRefused?.()) throw new CommandError(sandboxAdvice(electron.dist))
  return code
}

async function showVirtually() {
  const display = await startVirtualDisplay()
  rmSync(screenshot, { force: true })
  log.info(`This machine has no display: the window is on a virtual one (${display}).`)
  log.info('Ctrl-C ends it.')
  return { DISPLAY: display, GATEHOUSE_SCREENSHOT: screenshot }
}

function logScreenshot() {
  const timer = setInterval(() => {
    if ((statSync(screenshot, { throwIfNoEntry: false })?.size ?? 0) === 0) return
    clearInterval(timer)
    log.info(`A screenshot of the window: ${screenshot}`)
  }, 250)
  return timer
}
