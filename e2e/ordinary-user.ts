import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { executable, NOBODY } from './launch.ts'

export interface OrdinaryUserApp {
  /** Starts the packaged application without any special right. */
  executable: string
  /** Folder of that user. */
  home: string
  dispose(): void
}

const RIGHTS = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all']
const SETPRIV = '/usr/bin/setpriv'

/**
 * A copy of a packaged application for a user who is not root, who cannot read the folders of root.
 * Linux only; needs util-linux's `setpriv`.
 */
export function copyForOrdinaryUser(packaged = executable(true)): OrdinaryUserApp {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-user-'))
  const home = join(folder, 'home')
  cpSync(dirname(packaged), join(folder, 'app'), { recursive: true })
  execFileSync('/bin/chmod', ['-R', 'a+rX', folder])
  mkdirSync(home)
  chownSync(home, NOBODY, NOBODY)
  const program = join(folder, 'app', basename(packaged))
  const script = join(folder, 'start')
  writeFileSync(
    script,
    `#!/bin/sh\nexport HOME='${home}'\nexec ${SETPRIV} ${RIGHTS.join(' ')} '${program}' "$@"\n`,
  )
  chmodSync(script, 0o755)
  return {
    executable: script,
    home,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Throws where even an ordinary user has no Chromium sandbox. */
export function assertUserNamespaces(): void {
  if (process.platform !== 'linux') return
  const command = [...RIGHTS, 'unshare', '--user', 'true']
  if (process.getuid?.() === 0) execFileSync(SETPRIV, command, { stdio: 'pipe' })
}
