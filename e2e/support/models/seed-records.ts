import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlePackage } from '@gatehouse/testkit'

const store = join(import.meta.dirname, '../../../packages/store')

const script = `
  const { openStores } = require(process.env.BUNDLE)
  const stores = openStores({ file: process.env.FILE })
  const base = { kind: 'tool-call', serverId: 's1', serverName: 'files', serverHue: 2, conversationId: null,
    decision: 'allow-once', edited: false, outcome: 'done', durationMs: 3 }
  let n = 0
  for (const { count, daysAgo, subject } of JSON.parse(process.env.RECORDS))
    for (let i = 0; i < count; i += 1) {
      n += 1
      const at = Date.now() - daysAgo * 86400000 + n
      stores.audit.append({ ...base, id: 'seed-' + n, entryId: 'entry-' + n, at, subject: subject + ' ' + n })
    }
  stores.close()
`

/** Calls of some time ago in the record of a profile, in this order; the number of each is in its subject. */
export async function seedRecords(
  userData: string,
  records: readonly { count: number; daysAgo: number; subject: string }[],
): Promise<void> {
  const bundle = await bundlePackage(pathToFileURL(join(store, 'src/index.ts')), ['libsql'])
  execFileSync(process.execPath, ['-e', script], {
    env: {
      ...process.env,
      NODE_PATH: join(store, 'node_modules'),
      BUNDLE: bundle.file,
      FILE: join(userData, 'gatehouse.db'),
      RECORDS: JSON.stringify(records),
    },
  })
  bundle.dispose()
}
