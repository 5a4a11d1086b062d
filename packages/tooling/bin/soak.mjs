import '../src/check-node.mjs'
import { join } from 'node:path'
import { installPackages } from '../src/install.mjs'
import { root } from '../src/paths.mjs'
import { endAllOnSignals, run } from '../src/run.mjs'
import { bad, begin, good } from '../src/say.mjs'
import { bundleCycles } from '../src/soak/bundle-cycles.mjs'
import { timed } from '../src/step.mjs'
import { runScript, StopHere } from '../src/stop-here.mjs'
import { openTestRun } from '../src/test-run.mjs'

const server = join(root, 'packages/testkit/bin/misbehaving-server.mjs')

endAllOnSignals()
await runScript(async () => {
  const [cycles = 200, kills = 50] = process.argv.slice(2).map(readCount)
  await installPackages()
  const outcomes = [await soakCycles(cycles), await soakKills(kills)]
  return outcomes.every(Boolean) ? 0 : 1
})

/** @param {string} text */
function readCount(text) {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 2) return count
  throw new StopHere('Usage: pnpm soak [starts and stops of a server, 200] [kills of the app, 50]')
}

/**
 * Starts and stops one server through the host, in one process.
 * @param {number} count
 */
async function soakCycles(count) {
  const own = openTestRun()
  const { file, env } = await timed('Bundle the composition', () => bundleCycles(own.scratch))
  begin(`Start and stop a stdio server ${count} times`)
  try {
    const folder = join(own.scratch, 'tmp')
    const program = [process.execPath, '--expose-gc', file, String(count), folder]
    const target = [process.execPath, server, '--mode=well-behaved']
    const { code } = await run([...program, ...target], {
      env: { ...own.env, ...env },
    })
    if (code === 0) good(`${count} starts and stops left nothing behind`)
    else bad(`${count} starts and stops did not end as they should`)
    return code === 0
  } finally {
    own.close()
  }
}

/**
 * Kills the real application again and again while its servers run.
 * @param {number} count
 */
async function soakKills(count) {
  begin(`Kill the application ${count} times with three servers`)
  const test = join(root, 'packages/tooling/bin/test.mjs')
  const { code } = await run([process.execPath, test, 'e2e', 'server-soak'], {
    env: { GATEHOUSE_SOAK_KILLS: String(count) },
  })
  if (code === 0) good(`${count} kills left no server process`)
  else bad(`${count} kills did not end as they should`)
  return code === 0
}
