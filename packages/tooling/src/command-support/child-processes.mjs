import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { root } from './paths.mjs'
import { CommandError } from './command-error.mjs'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {boolean} [quiet] collect the output instead of showing it
 * @property {number} [timeoutMs]
 * @property {string} [input] written to standard input
 */

/** @typedef {{ code: number, output: string, timedOut: boolean }} RunResult */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Ends a child and everything it started.
 * @param {import('node:child_process').ChildProcess} child started with `detached`
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // The group is gone already.
  }
}

/**
 * Starts a program in a process group of its own, remembered until it ends.
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startGroup(command, options) {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    ...options,
    detached: process.platform !== 'win32',
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/**
 * Ends a child's group: asks, waits, then forces. Resolves when the child is gone.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [graceMs]
 */
export function endGroup(child, graceMs = 8000) {
  if (child.exitCode !== null || child.signalCode !== null) {
    signalGroup(child, 'SIGKILL')
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
    child.once('close', () => {
      clearTimeout(force)
      signalGroup(child, 'SIGKILL')
      resolve(undefined)
    })
    signalGroup(child, 'SIGTERM')
  })
}

/** Ends every group this process started; the last resort of an interrupted script. */
export async function endAll() {
  await Promise.all([...running].toReversed().map((child) => endGroup(child)))
}

/**
 * Makes Ctrl-C and SIGTERM end what was started before this process goes. npm's shell may die of a
 * signal without passing it on, so a lost parent counts as one.
 */
export function endAllOnSignals() {
  let asked = false
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    if (asked) for (const child of running) signalGroup(child, 'SIGKILL')
    asked = true
    const code = signal === 'SIGINT' ? 130 : 143
    void endAll().then(() => process.exit(code))
  }
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 500)
  watch.unref()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, end)
}

/**
 * Runs a program to its end. Never throws for a non-zero exit.
 * @param {readonly string[]} command
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, options = {}) {
  const { quiet = false, timeoutMs, input } = options
  const child = startGroup(command, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      quiet ? 'pipe' : 'inherit',
      quiet ? 'pipe' : 'inherit',
    ],
  })
  let output = ''
  let timedOut = false
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  child.stdin?.end(input)
  const limit = timeoutMs === undefined ? undefined : setTimeout(stopLate, timeoutMs)
  function stopLate() {
    timedOut = true
    void endGroup(child, 2000)
  }
  return new Promise((resolve) => {
    child.once('error', (error) => finish(127, error.message))
    child.once('close', (code) => finish(code ?? 1, ''))
    /** @type {(code: number, more: string) => void} */
    function finish(code, more) {
      clearTimeout(limit)
      resolve({ code, output: output + more, timedOut })
    }
  })
}

/**
 * Like {@link run}, but a failure ends the command with the program's output.
 * @param {string} what the step, as the person knows it
 * @param {readonly string[]} command
 * @param {RunOptions} [options]
 */
export async function mustRun(what, command, options) {
  const result = await run(command, options)
  if (result.code === 0) return result
  const tail = stripVTControlCharacters(result.output)
    .replaceAll(/^ *\d+: <unknown>\n/gm, '')
    .trimEnd()
    .split('\n')
    .slice(-40)
    .join('\n')
  throw new CommandError(`${what} failed (exit code ${result.code}): ${command.join(' ')}\n${tail}`)
}
