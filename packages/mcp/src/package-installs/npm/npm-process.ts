import { valueOfJson } from '@gatehouse/domain'
import { z } from 'zod'
import { installFailed, problemOfCode } from '../common/install-problem.ts'
import type { InstallerCall, InstallerPrograms } from '../common/installer-process.ts'

const reportSchema = z.object({
  error: z.object({ code: z.string().catch(''), summary: z.string().catch('') }),
})
const MAX_DETAIL = 600
const ENGINE = /^npm error (?:engine Not compatible|notsup Required:|notsup Actual:)/

/** Runs npm to its end and returns its output. Rejects with `install/failed`, and with the reason of the signal. */
export async function runNpm(
  call: InstallerCall,
  programs: InstallerPrograms,
  signal: AbortSignal,
): Promise<string> {
  const { code, output, errors } = await programs.run(call, signal)
  if (code === 0) return output
  const { error } = readReport(output)
  const problem = problemOfCode(error.code)
  const engine = errors.split('\n').filter((line) => ENGINE.test(line))
  const detail =
    problem === 'node-too-old'
      ? engine.map((line) => line.replace(/^npm error \w+ /, '')).join(' ')
      : error.summary
  throw installFailed(problem, detail.slice(0, MAX_DETAIL))
}

/** The report of `npm --json`, which may stand behind other output. */
function readReport(output: string): z.infer<typeof reportSchema> {
  const start = output.lastIndexOf('{\n  "error"')
  const read = reportSchema.safeParse(start < 0 ? null : valueOfJson(output.slice(start)))
  return read.success ? read.data : { error: { code: '', summary: '' } }
}
