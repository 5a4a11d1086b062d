import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseLock, acquireLock } from './command-support/lock.mjs'
import { root, workCache } from './command-support/paths.mjs'
import { log } from './command-support/log.mjs'

/**
 * The folders and environment of one run of tests. Settings of the person at this machine cannot change its tests,
 * and two runs at once, of two clones or of one, do not interfere.
 */
export interface TestRun {
  /** temporary folder, gone after the run */
  scratch: string
  /** a home, settings, caches and temporary files of its own, all in `scratch` */
  env: NodeJS.ProcessEnv
  results: Results
  /** removes `scratch`; happens by itself when the process exits */
  close: () => void
}

/** Folders of what stays for a person to look at. */
export interface Results {
  /** of the runners, as JSON */
  reports: string
  /** of end-to-end tests: traces, logs and scratch files of each test */
  output: string
  /** that end-to-end tests take */
  pictures: string
}

/**
 * @param locks folder of the locks that tell the runs of this clone apart
 * @param base folder in which `scratch` is made; what is timed wants the disk that people have
 */
export function openTestRun(
  locks: string = join(workCache, 'runs'),
  base: string = tmpdir(),
): TestRun {
  const { number, release } = claimNumber(locks)
  const results = resultsOf(number)
  if (number > 1) {
    log.notice('Another run of tests is under way in this folder', [
      `What this one leaves is in ${join(workCache, 'runs', String(number))}.`,
    ])
  }
  const scratch = mkdtempSync(join(base, 'gatehouse-run-'))
  // Programs that tests start as an ordinary user pass through it to its temporary files.
  chmodSync(scratch, 0o711)
  const close = () => {
    process.off('exit', close)
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
    release()
  }
  process.on('exit', close)
  return { scratch, env: environmentIn(scratch), results, close }
}

/** The first number that no other run of this clone has: one run alone always leaves its results at the same place. */
function claimNumber(locks: string) {
  mkdirSync(locks, { recursive: true })
  for (let number = 1; ; number += 1) {
    const file = join(locks, `${number}.lock`)
    // Twice: the first try may only find that the process which held it is gone.
    if (acquireLock(file) || acquireLock(file)) return { number, release: () => releaseLock(file) }
  }
}

/** @param number of the run in this clone */
export function resultsOf(number: number = 1): Results {
  if (number > 1) {
    const folder = join(workCache, 'runs', String(number))
    return {
      reports: join(folder, 'reports'),
      output: join(folder, 'out'),
      pictures: join(folder, 'screenshots'),
    }
  }
  return {
    reports: join(workCache, 'reports'),
    output: join(root, 'e2e/out'),
    pictures: join(root, 'e2e/screenshots'),
  }
}

function environmentIn(scratch: string): NodeJS.ProcessEnv {
  const make = (name: string, mode: number = 0o700) => {
    const folder = join(scratch, name)
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, mode)
    return folder
  }
  const home = make('home')
  // As the system's own is: whoever may write there may write here.
  const temporary = make('tmp', 0o1777)
  return {
    // macOS finds a person's keychain by their home, and the tests need one there.
    ...(process.platform === 'darwin' ? {} : { HOME: home, USERPROFILE: home }),
    APPDATA: make('home/AppData/Roaming'),
    LOCALAPPDATA: make('home/AppData/Local'),
    XDG_CONFIG_HOME: make('home/.config'),
    XDG_DATA_HOME: make('home/.local/share'),
    XDG_STATE_HOME: make('home/.local/state'),
    XDG_CACHE_HOME: make('home/.cache'),
    XDG_RUNTIME_DIR: make('run'),
    TMPDIR: temporary,
    TMP: temporary,
    TEMP: temporary,
    // Another place of settings that the application reads.
    CLAUDE_CONFIG_DIR: undefined,
    // What a developer may have set for their own `npm start`.
    GATEHOUSE_USER_DATA: undefined,
    GATEHOUSE_DEVTOOLS: undefined,
    GATEHOUSE_SCREENSHOT: undefined,
  }
}
