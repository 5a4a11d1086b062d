/** `pnpm audit:verify FILE`: whether an exported record of activity is whole. */
import { createReadStream } from 'node:fs'
import { log } from '../command-support/log.mjs'
import { verifyExport } from './verify-export.ts'

export async function main(args: readonly string[]): Promise<number> {
  const [file, ...others] = args
  if (file === undefined || others.length > 0) {
    log.failure('Name one file: pnpm audit:verify gatehouse-activity.jsonl')
    return 2
  }
  const { records, unchained, deleted, head, faults } = await verifyExport(createReadStream(file))
  for (const fault of faults) log.failure(fault)
  if (faults.length > 0) return 1
  if (deleted > 0)
    log.info(`Entries up to number ${deleted} were deleted as old, as a later entry says.`)
  if (unchained > 0) log.info(`${unchained} records are older than the chain and have no hash.`)
  log.success(
    `${records - unchained} records, each linked to the one before it. The last hash is ${head}`,
  )
  return 0
}
