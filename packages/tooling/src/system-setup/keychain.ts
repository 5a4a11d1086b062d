import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'

const service = 'org.freedesktop.secrets'
const services = ['/usr/bin/gnome-keyring-daemon', '/usr/bin/kwalletd6', '/usr/bin/kwalletd5']

/**
 * Returns the reasons for which this session cannot store secrets, each as a sentence with the command that fixes
 * it.
 * @returns empty when a keychain service responds or will be started on demand
 */
async function missingKeychain(): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const kept = 'secrets stay in memory until Gatehouse quits. To fix it:'
  const isInstalled = services.some((path) => existsSync(path))
  const install = isInstalled ? '' : 'sudo apt-get install -y gnome-keyring dbus && '
  const unlock =
    "printf %s 'a password' | gnome-keyring-daemon --unlock --components=secrets && npm start"
  if (!hasBus())
    return [
      `There is no D-Bus session and so no keychain: ${kept}`,
      `  ${install}dbus-run-session -- sh -c "${unlock}"`,
    ]
  const names = await Promise.all(['ListNames', 'ListActivatableNames'].map(askBus))
  if (names.some((text) => text.includes(service))) return []
  return [`No keychain service responds: ${kept}`, `  ${install}${unlock}`]
}

function hasBus() {
  const runtime = process.env['XDG_RUNTIME_DIR']
  return (
    Boolean(process.env['DBUS_SESSION_BUS_ADDRESS']) ||
    (runtime !== undefined && existsSync(join(runtime, 'bus')))
  )
}

async function askBus(method: string) {
  const bus = 'org.freedesktop.DBus'
  const command = [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${bus}`,
    '/',
    `${bus}.${method}`,
  ]
  const { output } = await run(command, { quiet: true, timeoutMs: 3000 })
  return output
}

/** Logs what is missing; never fails the start. */
export async function logMissingKeychain() {
  for (const line of await missingKeychain()) log.info(line)
}

/**
 * A command inside a private D-Bus session with an unlocked keyring of its own, so that tests meet
 * a real Secret Service and never the person's.
 * @param home folder for the keyring's files
 */
export function withPrivateKeychain(
  command: readonly string[],
  home: string,
): { command: string[]; env: NodeJS.ProcessEnv } {
  if (process.platform !== 'linux') return { command: [...command], env: {} }
  const script = [
    'mkdir -p "$GATEHOUSE_KEYRING_HOME/data" "$GATEHOUSE_KEYRING_HOME/run"',
    'chmod 700 "$GATEHOUSE_KEYRING_HOME/run"',
    'printf test | env XDG_DATA_HOME="$GATEHOUSE_KEYRING_HOME/data" XDG_RUNTIME_DIR="$GATEHOUSE_KEYRING_HOME/run" ' +
      'gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1',
    '"$@"',
    'code=$?',
    'exit $code',
  ].join('\n')
  return {
    command: ['dbus-run-session', '--', 'sh', '-c', script, 'sh', ...command],
    env: { GATEHOUSE_KEYRING_HOME: home, DBUS_SESSION_BUS_ADDRESS: undefined },
  }
}
