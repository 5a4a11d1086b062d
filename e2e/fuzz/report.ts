import type { Delay, DelaySummary } from './meters/delays.ts'
import type { MemoryLook } from './meters/processes.ts'
import type { Limit, Outcome, Step } from './outcome.ts'

interface Report {
  outcome: Outcome
  broken: readonly { limit: Limit; words: string }[]
  steps: readonly Step[]
  folder: string
}

/** Says what was measured; after a failure also what was done last and where the profile is. */
export function print({ outcome, broken, steps, folder }: Report): void {
  printLine(`seed ${outcome.seed}, ${outcome.minutes} min, ${steps.length} actions`)
  printLine(`main idle    ${lineOf(outcome.idle.main)}`)
  printLine(`main         ${lineOf(outcome.main)}`)
  printLine(`window idle  ${lineOf(outcome.idle.window)}`)
  printLine(`window       ${lineOf(outcome.window)}`)
  const { before, after } = outcome
  printLine(
    `memory       at most ${Math.round(outcome.memory.megabytes)} MB, at ${timeOf(outcome.memory.at)}: ${processesOf(outcome.memory)}`,
  )
  printLine(
    `record       ${after.size - before.size} bytes larger (${after.free} of them free), ${after.bytes - before.bytes} bytes kept in ${after.rows - before.rows} rows`,
  )
  const calls = outcome.received.reduce((sum, server) => sum + server.calls.length, 0)
  printLine(
    `servers      ${outcome.ran} launches, ${calls} recorded calls, ${outcome.recorded.length} decisions`,
  )
  printLine(`models       ${outcome.asked} requests`)
  printLine(
    `starts       ${outcome.starts.map((took) => Math.round(took)).join(', ')} ms; ${outcome.done.shown} entries were shown as over`,
  )
  for (const [name, { done, failed }] of Object.entries(outcome.actions)) {
    printLine(`  ${name}: ${done} done, ${failed} could not be`)
  }
  if (broken.length === 0) return
  for (const { limit, words } of broken.slice(0, 40)) printLine(`BROKEN ${limit}: ${words}`)
  if (broken.length > 40) printLine(`and ${broken.length - 40} more`)
  for (const { at, limit, words } of outcome.breaches)
    printLine(`at ${timeOf(at)}: ${limit}: ${words}`)
  printLine('Done when the memory was largest:')
  for (const step of steps)
    if (step.at < outcome.memory.at && step.at + step.took > outcome.memory.at - MEMORY_BEFORE_MS)
      printLine(`    ${lineOfStep(step)}`)
  for (const who of ['main', 'window'] as const) {
    for (const delay of outcome[who].longest) printDelay(who, delay, steps)
  }
  printSteps(steps, outcome.seed)
  printLine(`The profile is kept: ${folder}`)
}

function processesOf({ processes }: MemoryLook) {
  return processes.map(({ kind, megabytes }) => `${kind} ${Math.round(megabytes)}`).join(', ')
}

/** Milliseconds for which a finished action may still be at work. */
const AFTER_MS = 2000
/** And for which its memory may still be held. */
const MEMORY_BEFORE_MS = 10_000

/** A long delay, and what was done then or shortly before. */
function printDelay(who: string, delay: Delay, steps: readonly Step[]): void {
  const { at, busy, own, late, slowness = 1 } = delay
  printLine(
    `${who} until ${timeOf(at)}: busy ${Math.round(busy)}, own ${Math.round(own)}, late ${Math.round(late)} ms; machine ${slowness.toFixed(1)} times slower`,
  )
  const from = at - late - AFTER_MS
  for (const step of steps)
    if (step.at < at && step.at + step.took > from) printLine(`    ${lineOfStep(step)}`)
}

/** The last actions, and how to have them again. */
export function printSteps(steps: readonly Step[], seed: number): void {
  printLine('The last actions:')
  for (const step of steps.slice(-30)) printLine(lineOfStep(step))
  printLine(`The same sequence again: pnpm attack --seed ${seed}`)
}

const lineOfStep = ({ at, place, name, took, result, failed }: Step): string =>
  `${timeOf(at)} #${place} ${name} (${took} ms)${failed ? ' FAILED' : ''}: ${result.slice(0, 160)}`

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23)

const lineOf = ({ looks, p50, p99, busyMax, ownMax, lateMax }: DelaySummary): string =>
  `busy p50 ${p50} p99 ${p99} max ${busyMax} ms; own max ${ownMax} ms; late max ${lateMax} ms; ${looks} looks`

const printLine = (line: string): void => void process.stdout.write(`  ${line}\n`)
