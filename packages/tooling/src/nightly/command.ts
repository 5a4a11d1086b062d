/** `npm run nightly [-- stages]`: checks that take too long for `npm test`, one after another. */
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { startGroup } from '../command-support/child-processes.mjs'
import { formatDuration, log } from '../command-support/log.mjs'
import { root, workCache } from '../command-support/paths.mjs'
import { chooseNightlyStages, type NightlyStage } from './stages.ts'

/** Lines of a failed stage that are printed. */
const TAIL = 40

interface Result {
  name: string
  code: number
  ms: number
}

export async function main(args: readonly string[]): Promise<number> {
  const chosen = chooseNightlyStages(args)
  const time = new Date().toISOString().replaceAll(':', '').slice(0, 'yyyy-mm-ddThhmm'.length)
  const folder = join(workCache, 'nightly', time)
  mkdirSync(folder, { recursive: true })
  const results: Result[] = []
  for (const stage of chosen) results.push(await runStage(stage, join(folder, `${stage.name}.log`)))
  const lines = results.map(
    ({ name, code, ms }) =>
      `${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${formatDuration(ms)}`,
  )
  const failed = results.filter(({ code }) => code !== 0).length
  lines.push(`${results.length - failed} passed, ${failed} failed`)
  writeFileSync(join(folder, 'summary.txt'), `${lines.join('\n')}\n`)
  log.print('')
  for (const line of lines) log.print(line)
  log.info(`Logs: ${folder}`)
  return failed === 0 ? 0 : 1
}

async function runStage(
  { name, title, command, environment }: NightlyStage,
  file: string,
): Promise<Result> {
  log.step(`${name}: ${title}`)
  const started = performance.now()
  const code = await runLogged({ command, environment }, file)
  const ms = performance.now() - started
  if (code === 0) log.success(`${name} (${formatDuration(ms)})`)
  else {
    const tail = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL)
    for (const line of tail) log.info(line)
    log.failure(`${name} (exit code ${code}, ${formatDuration(ms)}): ${file}`)
  }
  return { name, code, ms }
}

/** @returns exit code of the command, whose whole output is in the file */
async function runLogged(
  { command: [script, ...args], environment }: Pick<NightlyStage, 'command' | 'environment'>,
  file: string,
) {
  const output = createWriteStream(file)
  const program = join(root, 'packages/tooling/bin', script)
  const child = startGroup([process.execPath, program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  child.stdout?.pipe(output, { end: false })
  child.stderr?.pipe(output, { end: false })
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  output.end()
  await finished(output)
  return code
}
