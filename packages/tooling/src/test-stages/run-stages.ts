import { log, formatDuration, captureOutput } from '../command-support/log.mjs'
import type { Outcome } from './outcome.ts'

/** A stage as far as its order and words go. */
export interface StageTitle {
  name: string
  title: string
  /** It runs at the same time as adjacent stages of this kind; the first prints as it goes, the others after it. */
  runsInParallel?: boolean
}

type TimedOutcome = { outcome: Outcome; took: number }

/**
 * Runs every stage, whatever the ones before it found, unless they left nothing to run it on. What is told
 * comes in the order of the stages.
 * @param before names of the stages that one is run on
 * @returns by name
 */
export async function runStages<Stage extends StageTitle>(
  chosen: readonly Stage[],
  before: Readonly<Record<string, readonly string[]>>,
  check: (stage: Stage) => Promise<Outcome>,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const begun = new Map<Stage, ReturnType<typeof captureOutput<TimedOutcome>>>()
  const missingFor = ({ name: stage }: Stage) =>
    before[stage]?.find((name) => (outcomes.get(name)?.failed ?? 0) > 0)
  for (const [at, stage] of chosen.entries()) {
    log.step(stage.title)
    const missing = missingFor(stage)
    const done =
      missing === undefined
        ? (settled(begun.get(stage)) ?? timedCheck(check, stage))
        : { outcome: notRun(missing), took: 0 }
    if (stage.runsInParallel === true)
      for (const other of besideFrom(chosen, at).slice(1))
        if (!begun.has(other) && missingFor(other) === undefined)
          begun.set(
            other,
            start(() => timedCheck(check, other)),
          )
    const { outcome, took } = await done
    outcomes.set(stage.name, outcome)
    const summary = `${stage.title}: ${outcome.passed} passed, ${outcome.failed} failed; ${outcome.crash ?? outcome.note} (${formatDuration(took)})`
    if (outcome.failed > 0 || outcome.crash !== undefined) log.failure(summary)
    else log.success(summary)
  }
  log.info('')
  return outcomes
}

function besideFrom<Stage extends StageTitle>(chosen: readonly Stage[], at: number) {
  const rest = chosen.slice(at)
  const end = rest.findIndex(({ runsInParallel }) => runsInParallel !== true)
  return end === -1 ? rest : rest.slice(0, end)
}

function start(work: () => Promise<TimedOutcome>) {
  const kept = captureOutput(work)
  // It is thrown in its turn.
  kept.done.catch(() => undefined)
  return kept
}

/** The end of what was begun, with its output. */
function settled(kept: ReturnType<typeof start> | undefined) {
  return kept?.done.finally(() => {
    for (const text of kept.lines) log.print(text)
  })
}

async function timedCheck<Stage extends StageTitle>(
  check: (stage: Stage) => Promise<Outcome>,
  stage: Stage,
): Promise<TimedOutcome> {
  const started = performance.now()
  const outcome = await check(stage)
  return { outcome, took: performance.now() - started }
}

const notRun = (missing: string): Outcome => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  note: `not run, because the stage "${missing}" failed`,
})
