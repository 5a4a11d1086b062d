import { log, formatDuration, captureOutput } from '../core/log.mjs'

/** @typedef {import('./outcome.mjs').Outcome} Outcome */

/**
 * @typedef {object} Told
 * @property {string} name
 * @property {string} title
 * @property {boolean} [isBeside] it runs beside those of its kind that stand next to it; what it prints comes in its turn
 */

/** @typedef {{ outcome: Outcome, took: number }} Checked */

/**
 * Runs every stage, whatever the ones before it found, unless they left nothing to run it on. What is told
 * comes in the order of the stages.
 * @template {Told} Stage
 * @param {readonly Stage[]} chosen
 * @param {Readonly<Record<string, readonly string[]>>} before names of the stages that one is run on
 * @param {(stage: Stage) => Promise<Outcome>} check
 * @returns {Promise<Map<string, Outcome>>} by name
 */
export async function runStages(chosen, before, check) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map()
  /** @type {Map<Stage, ReturnType<typeof captureOutput<Checked>>>} */
  const begun = new Map()
  for (const [at, stage] of chosen.entries()) {
    if (stage.isBeside === true && !begun.has(stage))
      for (const one of besideFrom(chosen, at))
        begun.set(
          one,
          start(() => timedCheck(check, one)),
        )
    log.step(stage.title)
    const missing = before[stage.name]?.find((name) => (outcomes.get(name)?.failed ?? 0) > 0)
    const { outcome, took } =
      missing === undefined
        ? await (told(begun.get(stage)) ?? timedCheck(check, stage))
        : { outcome: notRun(missing), took: 0 }
    outcomes.set(stage.name, outcome)
    const said = `${stage.title}: ${outcome.passed} passed, ${outcome.failed} failed; ${outcome.crash ?? outcome.note} (${formatDuration(took)})`
    if (outcome.failed > 0 || outcome.crash !== undefined) log.failure(said)
    else log.success(said)
  }
  log.info('')
  return outcomes
}

/**
 * @template {Told} Stage
 * @param {readonly Stage[]} chosen
 * @param {number} at
 */
function besideFrom(chosen, at) {
  const rest = chosen.slice(at)
  const end = rest.findIndex(({ isBeside }) => isBeside !== true)
  return end === -1 ? rest : rest.slice(0, end)
}

/** @param {() => Promise<Checked>} work */
function start(work) {
  const kept = captureOutput(work)
  // It is thrown in its turn.
  kept.done.catch(() => undefined)
  return kept
}

/**
 * The end of what was begun, with what it had to say.
 * @param {ReturnType<typeof start> | undefined} kept
 */
function told(kept) {
  return kept?.done.finally(() => {
    for (const text of kept.lines) log.print(text)
  })
}

/**
 * @template {Told} Stage
 * @param {(stage: Stage) => Promise<Outcome>} check
 * @param {Stage} stage
 * @returns {Promise<Checked>}
 */
async function timedCheck(check, stage) {
  const started = performance.now()
  const outcome = await check(stage)
  return { outcome, took: performance.now() - started }
}

/**
 * @param {string} missing
 * @returns {Outcome}
 */
const notRun = (missing) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  note: `not run, because the stage "${missing}" failed`,
})
