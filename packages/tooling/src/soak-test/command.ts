/** `pnpm soak`: starts and stops of a server, kills of the app; fails when something is left behind. */
import { join } from 'node:path'
import { bundleProgram } from '../bundle-program.ts'
import { root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { timedStep } from '../command-support/step.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { openTestRun } from '../test-run.ts'

const server = join(root, 'packages/testkit/bin/misbehaving-server.mjs')

export async function main(args: string[]): Promise<number> {
  const [cycles = 200, kills = 50] = args.map(readCount)
  const outcomes = [await soakCycles(cycles), await soakKills(kills)]
  return outcomes.every(Boolean) ? 0 : 1
}

function readCount(text: string) {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 2) return count
  throw new CommandError(
    'Usage: pnpm soak [starts and stops of a server, 200] [kills of the app, 50]',
  )
}

/** Starts and stops one server through the host, in one process. */
async function soakCycles(count: number) {
  const own = openTestRun()
  const { file, env } = await timedStep('Bundle the composition', () =>
    bundleProgram({
      from: 'apps/desktop',
      entry: 'src/main/soak/main.ts',
      name: 'cycles',
      folder: join(own.scratch, 'soak'),
    }),
  )
  log.step(`Start and stop a stdio server ${count} times`)
  try {
    const folder = join(own.scratch, 'tmp')
    const program = [process.execPath, '--expose-gc', file, String(count), folder]
    const target = [process.execPath, server, '--mode=well-behaved']
    const { code } = await run([...program, ...target], {
      env: { ...own.env, ...env },
    })
    if (code === 0) log.success(`${count} starts and stops left nothing behind`)
    else log.failure(`${count} starts and stops did not end as they should`)
    return code === 0
  } finally {
    own.close()
  }
}

/** Kills the real application again and again while its servers run. */
async function soakKills(count: number) {
  log.step(`Kill the application ${count} times with three servers`)
  const test = join(root, 'packages/tooling/bin/test.mjs')
  const { code } = await run([process.execPath, test, 'e2e', 'server-soak'], {
    env: { GATEHOUSE_SOAK_KILLS: String(count) },
  })
  if (code === 0) log.success(`${count} kills left no server process`)
  else log.failure(`${count} kills did not end as they should`)
  return code === 0
}
