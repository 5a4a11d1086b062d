import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { executable } from './launch.ts'

export interface OrdinaryUserApp {
  /** Starts the packaged application without any special right. */
  executable: string
  dispose(): void
}

const NOBODY = 65534

/**
 * A copy of the packaged application for a user who is not root, who cannot read the folders of root.
 * Linux only; needs util-linux's `setpriv`.
 */
export function copyForOrdinaryUser(): OrdinaryUserApp {
  const packaged = executable(true)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-user-'))
  const home = join(folder, 'home')
  cpSync(dirname(packaged), join(folder, 'app'), { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', folder])
  execFileSync('install', ['-d', '-o', String(NOBODY), '-g', String(NOBODY), home])
  const program = join(folder, 'app', basename(packaged))
  const script = join(folder, 'start')
  const rights = `--reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all`
  writeFileSync(
    script,
    `#!/bin/sh\nexport HOME='${home}'\nexec setpriv ${rights} '${program}' "$@"\n`,
  )
  chmodSync(script, 0o755)
  return {
    executable: script,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Why Chromium's sandbox cannot be had on this machine even by an ordinary user, or undefined. */
export function whyNoUserNamespaces(): string | undefined {
  if (process.platform !== 'linux') return undefined
  if (!existsSync('/usr/bin/setpriv')) return 'setpriv is missing'
  const command = ['--reuid=65534', '--regid=65534', '--clear-groups', 'unshare', '--user', 'true']
  try {
    if (process.getuid?.() === 0) execFileSync('setpriv', command, { stdio: 'pipe' })
    return undefined
  } catch {
    return 'the kernel gives ordinary users no namespaces'
  }
}
