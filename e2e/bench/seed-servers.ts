import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Runs in a process of its own, with the app's own database module: the app is not running then. */
const program = `
  const [, library, file, count] = process.argv
  const Libsql = require(library)
  const database = new Libsql(file)
  const [first] = database.prepare('SELECT * FROM servers').all()
  const insert = database.prepare('INSERT INTO servers (id, json) VALUES (?, ?)')
  for (let n = 1; n < Number(count); n += 1) {
    const id = first.id + '-' + n
    insert.run(id, JSON.stringify({ ...JSON.parse(first.json), id, name: 'server-' + n }))
  }
  database.close()
`

/** Makes the one server of a profile, which the person consented to, so many servers. The app does not run. */
export function seedServers(file: string, count: number): void {
  const require = createRequire(resolve(import.meta.dirname, '../../packages/store/package.json'))
  execFileSync(process.execPath, ['-e', program, require.resolve('libsql'), file, String(count)])
}
