import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Entries that Gatehouse has in the keychain of this session, asked for by another program. */
export function keychainEntries(): { account: string; password: string }[] {
  const require = createRequire(resolve(import.meta.dirname, '../../apps/desktop/package.json'))
  // In a process of its own: the module holds on to the session bus.
  const program = `require(process.argv[1]).findCredentials('Gatehouse').then((found) => {
    process.stdout.write(JSON.stringify(found), () => process.kill(process.pid, 'SIGKILL'))
  })`
  let printed = ''
  try {
    printed = execFileSync(process.execPath, ['-e', program, require.resolve('keytar')], {
      encoding: 'utf8',
    })
  } catch (error) {
    printed = (error as { stdout: string }).stdout
  }
  return JSON.parse(printed) as { account: string; password: string }[]
}
