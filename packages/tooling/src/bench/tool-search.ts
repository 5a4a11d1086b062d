import { z } from 'zod'
import { bundleProgram } from '../bundle-program.ts'
import { log } from '../command-support/log.mjs'
import { mustRun } from '../command-support/child-processes.mjs'
import { printMeasures } from './measures.ts'

/** Of the queries, in percent: less is a search that has become worse. */
const WANTED = [
  { top: 1, percent: 80 },
  { top: 5, percent: 90 },
  { top: 10, percent: 95 },
]

const reportSchema = z.object({
  tools: z.number(),
  servers: z.number(),
  queries: z.number(),
  top: z.array(z.number()),
  missed: z.array(z.string()),
  tokens: z.object({ all: z.number(), search: z.number(), afterSearch: z.number() }),
  builtMs: z.number(),
  searchMs: z.number(),
})

/**
 * Measures the hit rate of the tool search among 500 tools, and the tokens that it saves.
 * @returns exit code
 */
export async function benchToolSearch(): Promise<number> {
  const entry = 'src/main/bench/tool-search/main.ts'
  const program = await bundleProgram({ from: 'apps/desktop', entry, name: 'bench-tools' })
  const { output } = await mustRun('The search for tools', [process.execPath, program.file], {
    quiet: true,
    env: { ...process.env, ...program.env },
  })
  const line = output.split('\n').findLast((text) => text.startsWith('{'))
  const report = reportSchema.parse(JSON.parse(line ?? ''))
  const { queries, tokens } = report
  log.step(`${queries} queries for one of ${report.tools} tools of ${report.servers} servers`)
  for (const query of report.missed) log.info(`Not among the first 10: ${query}`)
  log.info(
    `Read in ${report.builtMs.toFixed(0)} ms, a search takes ${report.searchMs.toFixed(1)} ms`,
  )
  return printMeasures([
    ...WANTED.map(({ top, percent }, at) => {
      const share = ((report.top[at] ?? 0) / queries) * 100
      return {
        what: `The right tool among the first ${top}`,
        seen: `${report.top[at] ?? 0} of ${queries} (${share.toFixed(0)} %)`,
        target: `at least ${percent} %`,
        isMet: share >= percent,
      }
    }),
    {
      what: 'Tokens of definitions: all tools, the search alone, after a search',
      seen: `${tokens.all}, ${tokens.search}, ${tokens.afterSearch}`,
      target: 'after a search at most 10 % of all',
      isMet: tokens.afterSearch <= tokens.all / 10,
    },
  ])
}
