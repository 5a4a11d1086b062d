import { root } from '../command-support/paths.mjs'
import { run } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'

/** Result of a stage. A stage that is no test runner counts as one test. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** Amount that was looked at */
  note: string
  /** Tests among the passed that failed at first */
  flaky?: readonly string[]
  /** Reason for which no count can be trusted */
  crash?: string
}

const limitMs = 600_000
const failed = { passed: 0, failed: 1, skipped: 0 }

/** Runs a checking program; it passes if it exits with zero and looked at something. */
export async function checkWith(
  command: readonly string[],
  countFiles: (output: string) => number,
  cwd: string = root,
): Promise<Outcome> {
  const { code, output, timedOut } = await run(command, { quiet: true, cwd, timeoutMs: limitMs })
  const looked = countFiles(output)
  const good = code === 0 && looked > 0
  if (!good) log.print(output.trimEnd())
  if (timedOut) return { ...failed, note: `it did not end within ${limitMs / 60_000} minutes` }
  const note = looked > 0 ? `looked at ${looked} files` : 'looked at 0 files, which is a failure'
  return good ? { passed: 1, failed: 0, skipped: 0, note } : { ...failed, note }
}

/** The number after which a program's closing line says "files". */
export const countParser =
  (pattern: RegExp): ((output: string) => number) =>
  (output) =>
    Number(pattern.exec(output)?.[1] ?? 0)
