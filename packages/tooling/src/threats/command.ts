/** `pnpm threats`: writes `docs/threats.md` from `e2e/threats`. */
import { writeFileSync } from 'node:fs'
import { log } from '../command-support/log.mjs'
import { faultsOfData } from './faults.ts'
import { pageOf, threatsPage } from './page.ts'
import { readThreats } from './read-threats.ts'

export async function main(): Promise<number> {
  const threats = await readThreats()
  writeFileSync(threatsPage, pageOf(threats))
  const faults = faultsOfData(threats)
  for (const fault of faults) log.failure(fault)
  if (faults.length === 0) log.success(`docs/threats.md: ${threats.length} threats`)
  return faults.length === 0 ? 0 : 1
}
