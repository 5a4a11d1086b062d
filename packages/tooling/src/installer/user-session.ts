import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { run, startGroup } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import type { OrdinaryUser } from '../system-setup/ordinary-user.ts'

/**
 * Starts what a desktop session of that user has: a bus, and a keychain that is unlocked. Both end with this
 * command.
 * @returns variables by which programs find them
 */
export async function openUserSession(
  user: OrdinaryUser,
  display: string,
): Promise<Record<string, string>> {
  const address = await startBus(user)
  const env = { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address }
  const keyring = [user.wrap('/usr/bin/gnome-keyring-daemon', env)]
  const options = ['--foreground', '--unlock', '--components=secrets']
  const child = startGroup([...keyring, ...options], { stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin?.end('test')
  const ask = [user.wrap('/usr/bin/dbus-send', env), '--session', '--print-reply']
  const names = ['--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames']
  for (let tries = 0; tries < 50; tries += 1) {
    const { output } = await run([...ask, ...names], { quiet: true })
    if (output.includes('org.freedesktop.secrets')) return env
    await delay(200)
  }
  throw new CommandError('The keychain of the ordinary user did not start within 10 s.')
}

/** Ends what a session of that user left: services that its bus started, told by the home that is this run's alone. */
export function endSession({ home }: OrdinaryUser) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      if (variables.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended before.
    }
  }
}

/** @returns its address */
async function startBus(user: OrdinaryUser): Promise<string> {
  const command = [user.wrap('/usr/bin/dbus-daemon'), '--session', '--nofork', '--print-address=1']
  const child = startGroup(command, { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      if (printed.includes('\n')) resolve(printed.trim())
    })
    child.once('close', () => reject(new CommandError('The bus of the ordinary user ended.')))
  })
}
