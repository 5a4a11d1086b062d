import '../src/check-node.mjs'
import { createReadStream } from 'node:fs'
import { verifyLines } from '../src/audit/verify-lines.mjs'
import { bad, good, info } from '../src/say.mjs'
import { runScript } from '../src/stop-here.mjs'

await runScript(async () => {
  const [file, ...others] = process.argv.slice(2)
  if (file === undefined || others.length > 0) {
    bad('Name one file: pnpm audit:verify gatehouse-activity.jsonl')
    return 2
  }
  const { records, unchained, head, faults } = await verifyLines(createReadStream(file))
  for (const fault of faults) bad(fault)
  if (faults.length > 0) return 1
  if (unchained > 0) info(`${unchained} records are older than the chain and have no hash.`)
  good(`${records - unchained} records, each linked to the one before it. The last hash is ${head}`)
  return 0
})
