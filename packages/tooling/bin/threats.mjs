import '../src/check-node.mjs'
import { writeFileSync } from 'node:fs'
import { installPackages } from '../src/install.mjs'
import { bad, good } from '../src/say.mjs'
import { threatsPage } from '../src/stages/threats.mjs'
import { runScript } from '../src/stop-here.mjs'
import { faultsOfData } from '../src/threats/faults.mjs'
import { pageOf } from '../src/threats/page.mjs'
import { readThreats } from '../src/threats/read-threats.mjs'

await runScript(async () => {
  await installPackages()
  const threats = await readThreats()
  writeFileSync(threatsPage, pageOf(threats))
  const faults = faultsOfData(threats)
  for (const fault of faults) bad(fault)
  if (faults.length === 0) good(`docs/threats.md: ${threats.length} threats`)
  return faults.length === 0 ? 0 : 1
})
