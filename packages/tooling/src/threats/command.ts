/** `pnpm threats`: writes `docs/threats.md` from the `@threat` comments of the tests. */
import { writeFileSync } from 'node:fs'
import { log } from '../command-support/log.mjs'
import { pageOf, threatsPage } from './page.ts'
import { readThreats } from './read-threats.ts'

export function main(): number {
  const { threats, faults } = readThreats()
  writeFileSync(threatsPage, pageOf(threats))
  for (const fault of faults) log.failure(fault)
  if (faults.length === 0) log.success(`docs/threats.md: ${threats.length} threats`)
  return faults.length === 0 ? 0 : 1
}
