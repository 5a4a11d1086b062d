import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callBus, hasOwner, type PrivateBus, startBus, toolPath } from './private-bus.ts'
import { unlockKeyring } from './unlock-keyring.ts'

export type KeyringOptions = {
  /**
   * `unlocked` (default): a service with an unlocked login keyring; `without-collection`: a service
   * that has no keyring; `none`: a bus without a service.
   */
  service?: 'unlocked' | 'without-collection' | 'none'
  /** `hangs`: unlocking asks a person who never answers. Default: no prompt is possible. */
  prompter?: 'absent' | 'hangs'
}

/** A real Secret Service (gnome-keyring) on a D-Bus of its own. */
export type Keyring = {
  /** The environment for a child process that uses this keyring and nothing of the surrounding session. */
  env: Record<string, string>
  /** Folder in which the keyring keeps its files. */
  folder: string
  /** Starts the service if none runs, with an unlocked login keyring. Resolves with true if it was started. */
  startService(): Promise<boolean>
  lock(): Promise<void>
  /** Unlocks it like a person who types the password. */
  unlock(): Promise<void>
  /** Kills the service with -9, as a crash would. */
  killService(): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'keyring-password'
const COLLECTION = '/org/freedesktop/secrets/collection/login'

/**
 * Starts a private D-Bus and keyring; Linux only. The session's own keyring is never touched.
 * Throws with the command that installs what is missing, so that no test passes without it.
 */
export async function startKeyring(options: KeyringOptions = {}): Promise<Keyring> {
  const { service = 'unlocked', prompter = 'absent' } = options
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-keyring-'))
  const bus = await startBus(
    folder,
    prompter === 'hangs' ? writeHangingPrompter(folder) : undefined,
  )
  const env = privateEnvironment(folder, bus)
  let daemon: ChildProcess | undefined
  const start = async (unlock: boolean): Promise<boolean> => {
    if (daemon !== undefined && isRunning(daemon)) return false
    daemon = await startDaemon(env, unlock)
    return true
  }
  const killService = async (): Promise<void> => {
    const running = daemon
    daemon = undefined
    await end(running, 'SIGKILL')
  }
  const stop = async (): Promise<void> => {
    await killService()
    await end(bus.process, 'SIGTERM')
    endPrompter(folder)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (service !== 'none') await start(service === 'unlocked')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    env,
    folder,
    startService: () => start(true),
    lock: async () => {
      await callBus(env, 'org.freedesktop.secrets', [
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        `array:objpath:${COLLECTION}`,
      ])
    },
    unlock: () => unlockKeyring(env['XDG_RUNTIME_DIR'] ?? '', PASSWORD),
    killService,
    stop,
  }
}

function privateEnvironment(folder: string, bus: PrivateBus): Record<string, string> {
  const runtime = join(folder, 'run')
  const data = join(folder, 'data')
  mkdirSync(runtime, { mode: 0o700 })
  mkdirSync(data)
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: folder,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: data,
    DBUS_SESSION_BUS_ADDRESS: bus.address,
  }
}

async function startDaemon(env: Record<string, string>, unlock: boolean): Promise<ChildProcess> {
  const args = ['--foreground', '--components=secrets', ...(unlock ? ['--unlock'] : [])]
  const daemon = spawn(toolPath('gnome-keyring-daemon'), args, {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  daemon.stdin.end(unlock ? PASSWORD : '')
  const deadline = Date.now() + 10_000
  while (!(await hasOwner(env, 'org.freedesktop.secrets'))) {
    if (daemon.exitCode !== null || Date.now() > deadline) {
      await end(daemon, 'SIGKILL')
      throw new Error(`gnome-keyring-daemon did not start (exit code ${daemon.exitCode}).`)
    }
  }
  return daemon
}

/** A prompter that the bus can start and that never answers; returns the services' folder. */
function writeHangingPrompter(folder: string): string {
  const services = join(folder, 'services')
  mkdirSync(services)
  const name = 'org.gnome.keyring.SystemPrompter'
  const text = `[D-BUS Service]\nName=${name}\nExec=/bin/sh -c "echo $$ > ${prompterPid(folder)}; exec sleep 60"\n`
  writeFileSync(join(services, `${name}.service`), text)
  return services
}

function prompterPid(folder: string): string {
  return join(folder, 'prompter.pid')
}

/** The bus started it, so it is no child of this process. */
function endPrompter(folder: string): void {
  if (!existsSync(prompterPid(folder))) return
  try {
    process.kill(Number(readFileSync(prompterPid(folder), 'utf8')), 'SIGKILL')
  } catch {
    // It has ended with the bus.
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || !isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
