import type { Delay, DelaySummary } from './meters/delays.ts'
import type { Limit, Outcome, Step } from './outcome.ts'

interface Report {
  outcome: Outcome
  broken: readonly { limit: Limit; words: string }[]
  steps: readonly Step[]
  folder: string
}

/** Says what was measured; after a failure also what was done last and where the profile is. */
export function print({ outcome, broken, steps, folder }: Report): void {
  say(`seed ${outcome.seed}, ${outcome.minutes} min, ${steps.length} actions`)
  say(`main idle    ${lineOf(outcome.idle.main)}`)
  say(`main         ${lineOf(outcome.main)}`)
  say(`window idle  ${lineOf(outcome.idle.window)}`)
  say(`window       ${lineOf(outcome.window)}`)
  const { before, after } = outcome
  say(
    `memory       at most ${Math.round(outcome.memory.megabytes)} MB, at ${timeOf(outcome.memory.at)}`,
  )
  say(
    `record       ${after.size - before.size} bytes larger (${after.free} of them free), ${after.bytes - before.bytes} bytes kept in ${after.rows - before.rows} rows`,
  )
  const calls = outcome.received.reduce((sum, server) => sum + server.calls.length, 0)
  say(
    `servers      ${outcome.ran} launches, ${calls} recorded calls, ${outcome.recorded.length} decisions`,
  )
  say(`models       ${outcome.asked} requests`)
  say(
    `starts       ${outcome.starts.map((took) => Math.round(took)).join(', ')} ms; ${outcome.done.shown} entries were shown as over`,
  )
  for (const [name, { done, failed }] of Object.entries(outcome.actions)) {
    say(`  ${name}: ${done} done, ${failed} could not be`)
  }
  if (broken.length === 0) return
  for (const { limit, words } of broken.slice(0, 40)) say(`BROKEN ${limit}: ${words}`)
  if (broken.length > 40) say(`and ${broken.length - 40} more`)
  for (const { at, limit, words } of outcome.breaches) say(`at ${timeOf(at)}: ${limit}: ${words}`)
  for (const who of ['main', 'window'] as const) {
    for (const delay of outcome[who].longest) printDelay(who, delay, steps)
  }
  printSteps(steps, outcome.seed)
  say(`The profile is kept: ${folder}`)
}

/** How long an action that is over may still be at work. */
const AFTER_MS = 2000

/** A long delay, and what was done then or shortly before. */
function printDelay(who: string, delay: Delay, steps: readonly Step[]): void {
  const { at, busy, own, late, slowness = 1 } = delay
  say(
    `${who} until ${timeOf(at)}: busy ${Math.round(busy)}, own ${Math.round(own)}, late ${Math.round(late)} ms; machine ${slowness.toFixed(1)} times slower`,
  )
  const from = at - late - AFTER_MS
  for (const step of steps)
    if (step.at < at && step.at + step.took > from) say(`    ${lineOfStep(step)}`)
}

/** The last actions, and how to have them again. */
export function printSteps(steps: readonly Step[], seed: number): void {
  say('The last actions:')
  for (const step of steps.slice(-30)) say(lineOfStep(step))
  say(`The same sequence again: pnpm attack --seed ${seed}`)
}

const lineOfStep = ({ at, place, name, took, said, failed }: Step): string =>
  `${timeOf(at)} #${place} ${name} (${took} ms)${failed ? ' FAILED' : ''}: ${said.slice(0, 160)}`

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23)

const lineOf = ({ looks, p50, p99, busyMax, ownMax, lateMax }: DelaySummary): string =>
  `busy p50 ${p50} p99 ${p99} max ${busyMax} ms; own max ${ownMax} ms; late max ${lateMax} ms; ${looks} looks`

const say = (line: string): void => void process.stdout.write(`  ${line}\n`)
