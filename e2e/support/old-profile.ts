import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlePackage } from '@gatehouse/testkit'

const store = join(import.meta.dirname, '../../packages/store')

/** Writes into a profile what an early version kept there: so many turns with results of about so many characters. */
export async function writeOldProfile(
  userData: string,
  { turns, resultSize }: { turns: number; resultSize: number },
): Promise<void> {
  const bundle = await bundlePackage(pathToFileURL(join(store, 'src/migration-bench/main.ts')), [
    'libsql',
  ])
  const file = join(userData, 'gatehouse.db')
  const env = { ...process.env, NODE_PATH: join(store, 'node_modules') }
  const given = ['write', file, String(turns), String(resultSize)]
  execFileSync(process.execPath, [bundle.file, ...given], { env })
  bundle.dispose()
}
