import '../src/check-node.mjs'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../src/build.mjs'
import { passWithoutNoise } from '../src/chromium-noise.mjs'
import { hasDisplay, startVirtualDisplay } from '../src/display.mjs'
import { electronEnvironment, provideElectron } from '../src/electron.mjs'
import { installPackages } from '../src/install.mjs'
import { tellAboutKeychain } from '../src/keychain.mjs'
import { desktop, root } from '../src/paths.mjs'
import { endAll, endAllOnSignals, startGroup } from '../src/run.mjs'
import { begin, duration, info } from '../src/say.mjs'
import { sandboxAdvice, sandboxArguments } from '../src/sandbox.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { provideSystem } from '../src/system.mjs'

const started = performance.now()
const screenshot = join(root, 'gatehouse-screenshot.png')

endAllOnSignals()
await runScript(start)

async function start() {
  const virtual = !hasDisplay()
  await installPackages()
  const electron = await provideElectron()
  await provideSystem(electron.executable, virtual ? ['display', 'fonts'] : ['fonts'])
  await buildApp()
  await tellAboutKeychain()
  begin(`Start Gatehouse (set up in ${duration(performance.now() - started)})`)
  const env = { ...process.env, ...electronEnvironment(electron) }
  if (virtual) Object.assign(env, await showVirtually())
  const command = [electron.executable, ...sandboxArguments(), desktop, ...process.argv.slice(2)]
  const app = startGroup(command, { env, stdio: ['ignore', 'inherit', 'pipe'] })
  const isSandboxRefused = app.stderr && passWithoutNoise(app.stderr, process.stderr)
  const watch = virtual ? tellWhenShot() : undefined
  const code = await new Promise((resolve) => {
    app.once('error', () => resolve(127))
    app.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  clearInterval(watch)
  await endAll()
  if (isSandboxRefused?.()) throw new StopHere(sandboxAdvice(electron.dist))
  return code
}

async function showVirtually() {
  const { display } = await startVirtualDisplay()
  rmSync(screenshot, { force: true })
  info(`This machine has no display: the window is on a virtual one (${display}).`)
  info('Ctrl-C ends it.')
  return { DISPLAY: display, GATEHOUSE_SCREENSHOT: screenshot }
}

function tellWhenShot() {
  const timer = setInterval(() => {
    if ((statSync(screenshot, { throwIfNoEntry: false })?.size ?? 0) === 0) return
    clearInterval(timer)
    info(`A screenshot of the window: ${screenshot}`)
  }, 250)
  return timer
}
