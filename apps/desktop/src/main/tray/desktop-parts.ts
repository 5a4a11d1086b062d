import { execFile } from 'node:child_process'

/** Parts of the desktop that settings need and that are missing. */
export interface MissingParts {
  /** No tray for icons of apps was found. */
  tray: boolean
  /** The desktop decides about global shortcuts, and may give none. */
  shortcut: boolean
}

export interface DesktopEnvironment {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
}

const WATCHER = 'org.kde.StatusNotifierWatcher'
const PROPERTY = 'IsStatusNotifierHostRegistered'
const TIMEOUT_MS = 2000

const GDBUS_GET =
  `call --session --dest ${WATCHER} --object-path /StatusNotifierWatcher --method org.freedesktop.DBus.Properties.Get`.split(
    ' ',
  )

/** Programs that read a property over D-Bus; the first that is installed is used. */
const READERS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['busctl', '--user', 'get-property', WATCHER, '/StatusNotifierWatcher', WATCHER, PROPERTY],
  ['gdbus', ...GDBUS_GET, WATCHER, PROPERTY],
]

/** Words of D-Bus and of its programs for a name that nobody has. */
const NOBODY =
  /ServiceUnknown|NameHasNoOwner|not provided by any|not activatable|could not activate/i

/** Looks for the parts on Linux (StatusNotifierItem specification); other systems have them all. Never rejects. */
export async function findMissingParts(desktop: DesktopEnvironment): Promise<MissingParts> {
  if (desktop.platform !== 'linux') return { tray: false, shortcut: false }
  return {
    tray: await isTrayMissing(desktop.env),
    shortcut: desktop.env['XDG_SESSION_TYPE'] === 'wayland',
  }
}

/** False also where nothing is installed that can tell. */
async function isTrayMissing(env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const [program, ...args] of READERS) {
    const answer = await run(program, args, env)
    if (answer !== null)
      return answer.isRead ? /\bfalse\b/.test(answer.text) : NOBODY.test(answer.text)
  }
  return false
}

/** `null` if the program is not installed. */
function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ isRead: boolean; text: string } | null> {
  return new Promise((resolve) => {
    const options = { timeout: TIMEOUT_MS, env: { ...env, LC_ALL: 'C' } }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') return resolve(null)
      resolve({ isRead: error === null, text: error === null ? stdout : stderr })
    })
  })
}
