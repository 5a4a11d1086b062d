import { checkCycles } from './check-cycles.ts'
import { runServerCycles } from './server-cycles.ts'

/** Run by `pnpm soak`: prints the measurements and exits with 1 when something was left behind. */
async function main(): Promise<void> {
  const [count = '', dataFolder = '', command = '', ...args] = process.argv.slice(2)
  const cycles = Number(count)
  const report = await runServerCycles({
    command,
    args,
    cycles,
    sampleAt: [Math.min(20, Math.ceil(cycles / 2)), cycles],
    dataFolder,
    collectGarbage: () => gc?.(),
  })
  for (const { cycle, handles, descriptors, heapBytes } of report.samples)
    process.stdout.write(
      `After cycle ${cycle}: ${handles} handles, ${descriptors} file descriptors, ${(heapBytes / 1e6).toFixed(1)} MB of heap\n`,
    )
  const problems = checkCycles(report)
  for (const problem of problems) process.stdout.write(`Not as it should be: ${problem}\n`)
  process.exit(problems.length === 0 ? 0 : 1)
}

void main()
