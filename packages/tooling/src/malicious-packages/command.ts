/**
 * `npm run malicious-packages -- <dump…>`: renews the list of malicious packages that ships with the app. Each dump is an
 * `all.zip` of OSV, or a folder with its records. Nothing is downloaded.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { log } from '../command-support/log.mjs'
import { root } from '../command-support/paths.mjs'
import { listOf } from './list-of-records.ts'
import { readRecords } from './read-records.ts'

const LIST = 'packages/host/src/supply-chain/malicious-packages.json'

export async function main(dumps: readonly string[]): Promise<number> {
  if (dumps.length === 0) {
    log.info('Name at least one dump: an all.zip of OSV, or a folder with its records.')
    return 2
  }
  const records: unknown[] = []
  for (const dump of dumps)
    for await (const text of readRecords(dump)) records.push(JSON.parse(text))
  const list = listOf(records)
  await writeFile(join(root, LIST), `${JSON.stringify(list, null, 2)}\n`)
  const names = Object.values(list.packages).flatMap((one) => Object.keys(one))
  log.info(`${names.length} packages of ${records.length} records, up to ${list.date}: ${LIST}`)
  return 0
}
