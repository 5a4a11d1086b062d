/** `pnpm bench update`: a file of an earlier version, updated and killed on the way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { bundleProgram, type Program } from '../bundle-program.ts'
import { log } from '../command-support/log.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { printMeasures } from './measures.ts'

const ENTRIES = 100_000
const KILLS = 20
/** Disk space to keep free, in sizes of the file: for it, its copy and the files made from it. */
const COPIES = 3.5

/** Report that the program prints at the end of its work. */
const reportSchema = z.object({ ms: z.number(), bytes: z.number(), free: z.number() })

/**
 * Makes a file of format 5 with 100,000 entries and as many gigabytes of results as are wanted, updates it in a
 * process that is killed at 20 random moments, and compares every entry.
 * @returns exit code
 */
export async function benchUpdate(gigabytes: number): Promise<number> {
  const entry = '../../packages/store/src/migration-bench/main.ts'
  const program = await bundleProgram({ from: 'apps/desktop', entry, name: 'bench-update' })
  const { bavail, bsize } = statfsSync(tmpdir())
  const fits = Math.min(gigabytes, (bavail * bsize) / 1e9 / COPIES)
  if (fits < 0.01) throw new CommandError('There is no room on the disk for a file to update.')
  if (fits < gigabytes) log.info(`The disk has room for ${fits.toFixed(2)} GB of results`)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-update-'))
  try {
    return await measure(program, join(folder, 'gatehouse.db'), fits)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(program: Program, file: string, gigabytes: number) {
  const turns = ENTRIES / 4
  const history = [String(turns), String(Math.floor((gigabytes * 1e9) / turns))]
  log.step(
    `A file of format 5 with ${ENTRIES} entries and about ${gigabytes.toFixed(2)} GB of results`,
  )
  const made = await run(program, ['write', file, ...history])
  log.success(`Written: ${(made.report.bytes / 1e9).toFixed(2)} GB in ${seconds(made.report.ms)}`)
  const began = performance.now()
  const places: number[] = []
  // The first kill comes early; each later one a little further on.
  for (let kill = 0; kill < KILLS; kill += 1) {
    const at = Math.max(-1, Math.floor((kill / KILLS) * 100) - 2)
    const killed = await run(program, ['update', file], { at, afterMs: Math.random() * 400 })
    if (killed.isOver) break
    places.push(killed.percent)
  }
  const { report } = await run(program, ['update', file])
  log.success(
    `Updated in ${seconds(performance.now() - began)} in all, killed ${places.length} times, at ${places.join(', ')} %; the last stretch took ${seconds(report.ms)}`,
  )
  log.step('Every entry, compared')
  const compared = await run(program, ['compare', file, ...history])
  const { ms, bytes, free } = compared.report
  const megabytes = (size: number) => `${Math.round(size / 1e6)} MB`
  return printMeasures([
    {
      what: 'Entries that are as they were',
      seen: `${ENTRIES}, read in ${seconds(ms)}`,
      target: `all ${ENTRIES}, or it ends here`,
      isMet: true,
    },
    {
      what: 'Times it was killed and went on',
      seen: String(places.length),
      target: `at least ${KILLS / 2}`,
      isMet: places.length >= KILLS / 2,
    },
    {
      what: 'Size of the file',
      seen: `${megabytes(made.report.bytes)} before, ${megabytes(bytes)} after, ${megabytes(free)} of it empty`,
      target: 'less than a quarter or 34 MB empty',
      isMet: free < bytes / 4 || free < 34e6,
    },
  ])
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** @param kill so long after it was so far */
async function run(program: Program, args: string[], kill?: { at: number; afterMs: number }) {
  const env = { ...process.env, ...program.env }
  const child = spawn(process.execPath, [program.file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  })
  const seen = { isOver: false, percent: -1, report: { ms: 0, bytes: 0, free: 0 } }
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => {
    if (line.startsWith('{')) {
      seen.isOver = true
      seen.report = reportSchema.parse(JSON.parse(line))
    } else if (line !== 'begins') seen.percent = Number(line)
    if (kill && seen.percent >= kill.at) setTimeout(() => child.kill('SIGKILL'), kill.afterMs)
  })
  await Promise.all([once(child, 'exit'), once(lines, 'close')])
  if (!seen.isOver && (!kill || child.exitCode !== null))
    throw new CommandError(`${args[0]} failed.`)
  return seen
}
