/** `npm start [-- arguments of the application]` */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './build.ts'
import { hasDisplay, startVirtualDisplay } from '../system-setup/display.ts'
import { electronEnvironment, provideElectron } from '../electron/provide-electron.ts'
import { logMissingKeychain } from '../system-setup/keychain.ts'
import { desktop, root } from '../command-support/paths.mjs'
import { endAll, startGroup } from '../command-support/child-processes.mjs'
import { log, formatDuration } from '../command-support/log.mjs'
import { sandboxAdvice, sandboxArguments } from '../system-setup/sandbox.ts'
import { CommandError } from '../command-support/command-error.mjs'
import { provideSystem } from '../system-setup/provide-system.ts'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const harmless =
  /^\[\d+:\d+\/[\d.]+:(ERROR|WARNING|INFO):(bus|object_proxy|viz_main_impl|command_buffer_proxy_impl|gl_\w+|gpu_\w+|angle_platform_impl|context_group|shared_image_\w+|sandbox_linux|zygote_communication_linux)\.cc/

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

/**
 * Passes a program's lines on, without those that Chromium prints where there is no graphics card
 * and no system bus.
 * @returns whether Chromium refused to start because it cannot make its sandbox
 */
function filterChromiumOutput(from: Readable, to: NodeJS.WritableStream): () => boolean {
  let isSandboxRefused = false
  createInterface({ input: from }).on('line', (line) => {
    if (/SUID sandbox helper binary|No usable sandbox/.test(line)) isSandboxRefused = true
    if (!harmless.test(line)) to.write(`${line}\n`)
  })
  return () => isSandboxRefused
}
