// Loaded before the application's main (`-r`): ends the application and begins it anew in its process, which saves
// a test the launch. The application knows nothing of it: it quits as ever, and its main script is evaluated again
// for another data folder. What the runtime keeps for the life of a process is put back in between.
'use strict'
const electron = require('electron')
const childProcess = require('node:child_process')
const { writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')

const { app, BrowserWindow, globalShortcut, ipcMain, nativeTheme, protocol, session } = electron
/** Milliseconds until processes and windows must be gone after the quit. */
const GONE_MS = 3000

/** The stores of disposables of the application that were not disposed; see `packages/base/src/disposable.ts`. */
const undisposed = (globalThis[Symbol.for('gatehouse.undisposed')] = new Set())
reportAtExit()
const children = trackChildren()
const clearTimers = trackTimers()
const emitters = [app, process, ipcMain, nativeTheme, electron.powerMonitor]
const listeners = emitters.map((emitter) => listenersOf(emitter))
const modules = [
  app,
  BrowserWindow,
  electron.clipboard,
  electron.dialog,
  globalShortcut,
  electron.Menu,
  nativeTheme,
  electron.net,
  electron.Notification,
  electron.powerMonitor,
  protocol,
  session,
  electron.shell,
  electron.Tray,
  electron.utilityProcess,
]
const members = modules.map((module) => functionsOf(module))
const globals = new Set(Object.keys(globalThis))
/** Names that the driver of the tests keeps there. */
const ours = new Set(['mainRestart', 'keptResults', '__playwright_run'])
let starts = 1

globalThis.mainRestart = { end, begin }

/** Quits as a person does. Returns what is left behind, in words. */
async function end() {
  // Pages of one address share it for the life of the process.
  for (const { webContents } of BrowserWindow.getAllWindows())
    if (webContents.getZoomLevel() !== 0) webContents.setZoomLevel(0)
  await new Promise((resolve) => {
    app.exit = resolve
    app.quit()
  })
  for (const child of children) if (child.spawnargs.includes('leave-guard')) child.kill('SIGKILL')
  await gone(() => remains().length === 0)
  const left = remains()
  undisposed.clear()
  clearTimers()
  restoreRuntime()
  await session.defaultSession.clearStorageData()
  forgetMain()
  return left
}

/** Starts the application for a data folder. */
function begin(folder) {
  starts += 1
  process.env['GATEHOUSE_USER_DATA'] = folder
  // Both are of use before the process is ready only, and hold for all of its life.
  protocol.registerSchemesAsPrivileged = () => undefined
  app.enableSandbox = () => undefined
  const fromPartition = session.fromPartition
  session.fromPartition = (name, options) =>
    fromPartition.call(session, `${name}-${starts}`, options)
  require(mainScript())
}

const outputs = () => path.join(app.getAppPath(), 'out')
const mainScript = () => path.join(outputs(), 'main', 'index.cjs')

function remains() {
  const windows = BrowserWindow.getAllWindows().map(
    (window) => `window ${window.webContents.getURL()}`,
  )
  const processes = [...children].map(({ spawnargs }) => `process ${spawnargs.join(' ')}`)
  const helpers = app
    .getAppMetrics()
    .filter(({ serviceName }) => serviceName === 'node.mojom.NodeService')
    .map(({ name }) => `utility process ${name}`)
  const listening = process
    .getActiveResourcesInfo()
    .filter((resource) => resource === 'TCPServerWrap')
    .map(() => 'listening socket')
  return [...windows, ...processes, ...helpers, ...listening, ...namesOfUndisposed()]
}

function namesOfUndisposed() {
  return [...undisposed].map(({ name }) => `undisposed ${name}`)
}

/** A process that ends by itself leaves the names in a file, which `quit` of `app-process.ts` reads. */
function reportAtExit() {
  const exit = app.exit
  app.exit = (code) => {
    const names = namesOfUndisposed()
    if (names.length > 0)
      writeFileSync(path.join(tmpdir(), `gatehouse-left-${process.pid}`), names.join('\n'))
    exit.call(app, code)
  }
}

async function gone(isGone) {
  const until = Date.now() + GONE_MS
  while (!isGone() && Date.now() < until) await wait(20)
}

function restoreRuntime() {
  for (const [index, emitter] of emitters.entries()) {
    const kept = listeners[index]
    for (const name of emitter.eventNames())
      for (const listener of emitter.rawListeners(name))
        if (!kept.has(listener)) emitter.removeListener(name, listener.listener ?? listener)
  }
  for (const channel of ipcMain._invokeHandlers.keys()) ipcMain.removeHandler(channel)
  session.defaultSession.removeAllListeners('will-download')
  for (const scheme of ['app', 'mcp-app']) protocol.unregisterProtocol(scheme)
  globalShortcut.unregisterAll()
  for (const [index, module] of modules.entries()) restoreMembers(module, members[index])
  nativeTheme.themeSource = 'system'
  for (const name of Object.keys(globalThis))
    if (!globals.has(name) && !ours.has(name)) delete globalThis[name]
}

/** Takes back what a test put in the place of a function of the runtime. */
function restoreMembers(module, before) {
  for (const name of functionsOf(module).keys()) if (!before.has(name)) delete module[name]
  for (const [name, run] of before) if (module[name] !== run) module[name] = run
}

/** Members that are got by a function of the runtime are no one's to replace. */
function functionsOf(module) {
  return new Map(
    Object.entries(Object.getOwnPropertyDescriptors(module))
      .filter(([, { value, enumerable }]) => enumerable && typeof value === 'function')
      .map(([name, { value }]) => [name, value]),
  )
}

function forgetMain() {
  for (const file of Object.keys(require.cache))
    if (file.startsWith(outputs() + path.sep)) delete require.cache[file]
}

function listenersOf(emitter) {
  return new Set(emitter.eventNames().flatMap((name) => emitter.rawListeners(name)))
}

function trackChildren() {
  const running = new Set()
  const spawn = childProcess.spawn
  childProcess.spawn = (...args) => {
    const child = spawn(...args)
    running.add(child)
    child.once('exit', () => running.delete(child))
    child.once('error', () => running.delete(child))
    return child
  }
  return running
}

/** A timer of the application that ended would act on the next one. Returns what clears those that wait. */
function trackTimers() {
  const waiting = new Map()
  for (const kind of ['Timeout', 'Interval', 'Immediate']) {
    const set = globalThis[`set${kind}`]
    const clear = globalThis[`clear${kind}`]
    const tracked = (run, ...rest) => {
      const timer = set(
        (...values) => {
          if (kind !== 'Interval') waiting.delete(timer)
          return run(...values)
        },
        ...rest,
      )
      waiting.set(timer, clear)
      return timer
    }
    globalThis[`set${kind}`] = Object.assign(tracked, set)
    globalThis[`clear${kind}`] = (timer) => {
      waiting.delete(timer)
      clear(timer)
    }
  }
  return () => {
    for (const [timer, clear] of waiting) clear(timer)
    waiting.clear()
  }
}
