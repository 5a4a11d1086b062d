import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const userName = 'gatehouse-test'

/** An ordinary user's view of the application, for tests that run as root. */
export interface OrdinaryUser {
  name: string
  uid: number
  gid: number
  /** a fresh folder of that user */
  home: string
  /** copies a folder to where the user can read it; gives the copy's path */
  share: (source: string) => string
  /** gives an executable that runs the program as that user, with these variables added */
  wrap: (program: string, env?: Readonly<Record<string, string>>) => string
  /** removes the folders; the user stays for the next run */
  dispose: () => void
}

/** True if {@link asOrdinaryUser} has work to do: only as root on Linux. */
export const canDropPrivileges = process.platform === 'linux' && process.getuid?.() === 0

/**
 * Returns true if the kernel lets a user without rights make the namespaces of Chromium's sandbox; inside a chroot
 * it never does.
 */
export function mayMakeNamespaces() {
  const rights = ['--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all']
  const command = canDropPrivileges ? ['setpriv', ...rights] : []
  const [program = 'unshare', ...args] = [...command, 'unshare', '--user', 'true']
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/**
 * Creates (once) and uses an ordinary user, so that Chromium's sandbox can be on in tests that root
 * runs. Use: `const user = asOrdinaryUser(); const dist = user.share(electronDist); const app =
 * user.share(appFolder); electron.launch({ executablePath: user.wrap(join(dist, 'electron')), args: [app] })`.
 * @throws {Error} if this is not root on Linux, or the user cannot be made
 */
export function asOrdinaryUser(): OrdinaryUser {
  if (!canDropPrivileges)
    throw new Error('Only root on Linux can run a test as another user; run it directly instead.')
  const { uid, gid } = findOrMakeUser()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-user-'))
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  mkdirSync(join(home, 'run'), { recursive: true })
  for (const own of [home, join(home, 'run')]) {
    chownSync(own, uid, gid)
    chmodSync(own, 0o700)
  }
  return {
    name: userName,
    uid,
    gid,
    home,
    share: (source) => share(source, join(folder, basename(source))),
    wrap: (program, env = {}) => wrap(program, { folder, home, uid, gid, env }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function findOrMakeUser() {
  const known = idsOf()
  if (known !== undefined) return known
  const made = spawnSync('useradd', ['--create-home', '--shell', '/bin/sh', userName], {
    encoding: 'utf8',
  })
  const ids = idsOf()
  if (ids === undefined)
    throw new Error(`useradd ${userName} failed: ${made.stderr || made.error?.message}`)
  return ids
}

function idsOf(): { uid: number; gid: number } | undefined {
  const { status, stdout } = spawnSync('getent', ['passwd', userName], { encoding: 'utf8' })
  const [, , uid, gid] = stdout.split(':')
  return status === 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function share(source: string, target: string) {
  cpSync(source, target, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.includes('/.tsc'),
  })
  spawnSync('chmod', ['-R', 'a+rX', target])
  return target
}

interface Wrapping {
  folder: string
  home: string
  uid: number
  gid: number
  env: Readonly<Record<string, string>>
}

function wrap(program: string, { folder, home, uid, gid, env }: Wrapping) {
  const script = join(folder, `as-user-${basename(program)}`)
  const environment = [
    `HOME=${home}`,
    `USER=${userName}`,
    `LOGNAME=${userName}`,
    `XDG_RUNTIME_DIR=${home}/run`,
    `TMPDIR=${home}`,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ]
  const unset = [
    'XDG_CONFIG_HOME',
    'XDG_CACHE_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
    'DBUS_SESSION_BUS_ADDRESS',
    'GATEHOUSE_NO_SANDBOX',
  ]
  const lines = [
    '#!/bin/sh',
    `cd '${home}'`,
    `exec env ${unset.map((name) => `-u ${name}`).join(' ')} ${environment.map((pair) => `'${pair}'`).join(' ')} \\`,
    `  setpriv --reuid=${uid} --regid=${gid} --clear-groups --inh-caps=-all '${program}' "$@"`,
    '',
  ]
  writeFileSync(script, lines.join('\n'), { mode: 0o755 })
  if (!existsSync(program)) throw new Error(`There is no ${program} to run as ${userName}.`)
  return script
}
