import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { run, startGroup } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import type { OrdinaryUser } from '../system-setup/ordinary-user.ts'

export const menuEntry = '/usr/share/applications/gatehouse.desktop'
const START_LIMIT_MS = 60_000
const QUIT_LIMIT_MS = 20_000

/** Value of a key of the menu entry. */
export function readMenuEntry(key: string, text = readFileSync(menuEntry, 'utf8')): string {
  const value = new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new CommandError(`The menu entry has no ${key}.`)
  return value
}

/** Program of the menu entry, without the place of a link (`%U`). */
export const programOfEntry = () => readMenuEntry('Exec').replace(/ %U$/, '')

/** A process of the installed application. */
export interface AppProcess {
  pid: number
  uid: number
  command: string
  /** 2 with a filter of system calls. */
  seccomp: number
  /** Rights in effect, as a hexadecimal number. */
  capabilities: string
  userNamespace: string
}

interface Session {
  user: OrdinaryUser
  /** Of programs of that user. */
  env: Readonly<Record<string, string>>
  /** Folder in which the application should keep its data. */
  profile: string
}

/**
 * Starts the menu entry as a desktop does, waits for its window and its database, and quits.
 * @returns what is not as it should be
 */
export async function startFromMenu({ user, env, profile }: Session): Promise<string[]> {
  // The application outlives the launcher and would keep a pipe of its output open.
  startGroup([user.wrap('/usr/bin/gio', env), 'launch', menuEntry], { stdio: 'ignore' })
  try {
    const found = await waitForWindow(env['DISPLAY'] ?? '', join(profile, 'gatehouse.db'))
    const faults = faultsOfProcesses(found, user.uid)
    const windowClass = readMenuEntry('StartupWMClass')
    const { output } = await run(listWindows(env['DISPLAY'] ?? ''), { quiet: true })
    if (!windowClasses(output).includes(windowClass))
      faults.push(`No window has the class ${windowClass} of the menu entry`)
    return faults
  } finally {
    await quit()
  }
}

const listWindows = (display: string) => ['xwininfo', '-display', display, '-root', '-tree']

/** Both names of the class of each window, in a list as xwininfo prints it. */
function windowClasses(list: string) {
  return [...list.matchAll(/\("([^"]*)" "([^"]*)"\)/g)].flatMap(([, ...names]) => names)
}

/** @returns processes once there is a window with a page in it, and the file */
async function waitForWindow(display: string, file: string) {
  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until) {
    const { output } = await run(listWindows(display), { quiet: true })
    const found = appProcesses()
    const hasPage = found.some(({ command }) => command.includes('--type=renderer'))
    if (hasPage && output.includes('Gatehouse') && existsSync(file)) return found
    await delay(200)
  }
  throw new CommandError(`The menu entry showed no window, or made no ${file}, within a minute.`)
}

/** Faults of processes that should be those of an ordinary user, with the browser's sandbox on. */
export function faultsOfProcesses(found: readonly AppProcess[], uid: number): string[] {
  const faults: string[] = []
  const main = found.find(({ command }) => !command.includes('--type='))
  const pages = found.filter(({ command }) => command.includes('--type=renderer'))
  if (main === undefined) faults.push('There is no main process')
  if (pages.length === 0) faults.push('There is no page')
  for (const one of found) {
    if (one.uid !== uid) faults.push(`Process ${one.pid} is of user ${one.uid}, not ${uid}`)
    if (/--(?:no-sandbox|disable-\w+-sandbox)/.test(one.command))
      faults.push(`Process ${one.pid} was started without a sandbox: ${one.command}`)
  }
  for (const { pid, seccomp, capabilities, userNamespace } of pages) {
    if (seccomp !== 2) faults.push(`Page ${pid} has no filter of system calls`)
    if (!/^0+$/.test(capabilities)) faults.push(`Page ${pid} has rights: ${capabilities}`)
    if (userNamespace === main?.userNamespace)
      faults.push(`Page ${pid} has no namespace of its own`)
  }
  return faults
}

/** Asks the main process to quit, and waits until every process is gone. */
async function quit() {
  const main = appProcesses().find(({ command }) => !command.includes('--type='))
  if (main !== undefined) process.kill(main.pid, 'SIGTERM')
  const until = Date.now() + QUIT_LIMIT_MS
  while (appProcesses().length > 0) {
    if (Date.now() > until) throw new CommandError('The installed application did not quit.')
    await delay(200)
  }
}

/** Processes that run the program of the menu entry. */
function appProcesses(): AppProcess[] {
  const program = programOfEntry()
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readlinkSync(`/proc/${name}/exe`) === program ? [readProcess(Number(name))] : []
      } catch {
        // It ended meanwhile.
        return []
      }
    })
}

function readProcess(pid: number): AppProcess {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1] ?? ''
  return {
    pid,
    uid: Number(field('Uid')),
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    seccomp: Number(field('Seccomp')),
    capabilities: field('CapEff'),
    userNamespace: readlinkSync(`/proc/${pid}/ns/user`),
  }
}
