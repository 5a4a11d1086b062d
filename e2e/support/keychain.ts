import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Message of the keychain when an entry that it found is gone before it was read. */
const GONE = 'No such secret item'
const MOST_READS = 20

interface Entry {
  account: string
  password: string
}

/** Entries that Gatehouse has in the keychain, asked for by another program. @param env names another keychain */
export function keychainEntries(env: NodeJS.ProcessEnv = process.env): Entry[] {
  // The keychain is searched and then read. What another test takes out in between ends the reading.
  for (let reads = 1; ; reads += 1) {
    const { entries, problem } = readKeychain(env)
    if (entries) return entries
    if (!problem.includes(GONE) || reads === MOST_READS)
      throw new Error(`The keychain cannot be read: ${problem}`)
  }
}

/** Puts something in its place, as another program would. */
export function replaceEntry(account: string, text: string, env: NodeJS.ProcessEnv): void {
  runKeytar(`setPassword('Gatehouse', ${JSON.stringify(account)}, ${JSON.stringify(text)})`, env)
}

/** Takes one out, as another program would. */
export function loseEntry(account: string, env: NodeJS.ProcessEnv): void {
  runKeytar(`deletePassword('Gatehouse', ${JSON.stringify(account)})`, env)
}

function readKeychain(env: NodeJS.ProcessEnv): { entries?: Entry[]; problem: string } {
  const stdout = runKeytar("findCredentials('Gatehouse')", env)
  // The module may end its process instead of saying so.
  if (stdout === '') return { problem: GONE }
  return JSON.parse(stdout) as ReturnType<typeof readKeychain>
}

function runKeytar(call: string, env: NodeJS.ProcessEnv): string {
  const require = createRequire(resolve(import.meta.dirname, '../../apps/desktop/package.json'))
  // In a process of its own, ended by force: the module holds on to the session bus.
  const program = `require(process.argv[1]).${call}
    .then((entries) => ({ entries, problem: '' }), ({ message }) => ({ problem: String(message) }))
    .then((result) => process.stdout.write(JSON.stringify(result), () => process.kill(process.pid, 'SIGKILL')))`
  const { stdout } = spawnSync(process.execPath, ['-e', program, require.resolve('keytar')], {
    encoding: 'utf8',
    env,
  })
  return stdout
}
