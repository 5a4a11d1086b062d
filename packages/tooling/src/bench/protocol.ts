import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { bundleProgram, type Program } from '../bundle-program.ts'
import { packageFolder, root } from '../command-support/paths.mjs'
import { endGroup, mustRun, startGroup } from '../command-support/child-processes.mjs'
import { log } from '../command-support/log.mjs'
import { timedStep } from '../command-support/step.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { startReferenceHttpServer } from '../start-http-server.ts'
import { printMeasures, type Measure } from './measures.ts'
import {
  callMeasures,
  comparisonSchema,
  floodMeasures,
  floodSchema,
  mergeMeasure,
  signedInMeasures,
  signedInSchema,
  startMeasure,
  timesSchema,
} from './protocol-measures.ts'

const calls = 3000
const servers = 50
const floodMs = 12_500
const everything = join(
  packageFolder('@modelcontextprotocol/server-everything', 'packages/testkit'),
  'dist/index.js',
)
const testkit = join(root, 'packages/testkit/bin')

/**
 * Measures the connection layer against the bare SDK client and prints a table.
 * @returns exit code
 */
export async function benchProtocol(): Promise<number> {
  const [layer, app] = await timedStep('Bundle the connection layer and the composition', () =>
    Promise.all([
      bundleProgram({ from: 'packages/mcp', entry: 'checks/bench/main.ts', name: 'bench-layer' }),
      bundleProgram({ from: 'apps/desktop', entry: 'src/main/bench/main.ts', name: 'bench-app' }),
    ]),
  )
  log.info(`Load before: ${loadOf()}`)
  const measures: Measure[] = []
  log.step(`${calls} calls each over stdio, in turn`)
  const stdio = [process.execPath, everything, 'stdio']
  measures.push(...callMeasures('stdio', await measureCalls(layer, stdio)))
  log.step(`${calls} calls each over HTTP, in turn`)
  const http = await startReferenceHttpServer(everything)
  try {
    measures.push(...callMeasures('HTTP', await measureCalls(layer, [http.url])))
    log.step(`${calls} calls each over HTTP, signed in and not, in turn`)
    measures.push(...signedInMeasures(await measureSignedIn(layer, http.url)))
  } finally {
    await http.close()
  }
  log.step(`${servers} stdio servers at once, in turn`)
  measures.push(startMeasure(servers, await measureStarts(layer)))
  log.step('The tools of 20 servers, 250 each')
  measures.push(mergeMeasure(timesSchema.parse(await runProgram(app, ['merge']))))
  log.step(`10,000 notifications a second for ${(floodMs - 2500) / 1000} s`)
  measures.push(...floodMeasures(await measureFlood(app)))
  log.info(`Load after: ${loadOf()}`)
  return printMeasures(measures)
}

/**
 * Measures the same call over HTTP with and without a sign-in alone: a minute or two.
 * @returns exit code
 */
export async function benchSignedIn(): Promise<number> {
  const layer = await timedStep('Bundle the connection layer', () =>
    bundleProgram({ from: 'packages/mcp', entry: 'checks/bench/main.ts', name: 'bench-layer' }),
  )
  log.info(`Load before: ${loadOf()}`)
  const http = await startReferenceHttpServer(everything)
  try {
    log.step(`${calls} calls each over HTTP, signed in and not, in turn`)
    return printMeasures(signedInMeasures(await measureSignedIn(layer, http.url)))
  } finally {
    await http.close()
  }
}

/** @returns what the program printed last, as JSON */
async function runProgram({ file, env }: Program, args: readonly string[]): Promise<unknown> {
  const command = [process.execPath, '--expose-gc', file, ...args]
  const { output } = await mustRun('Measuring', command, { quiet: true, env, timeoutMs: 300_000 })
  const line = output.split('\n').findLast((text) => /^[[{]/.test(text))
  if (line === undefined) throw new CommandError(`Nothing was measured:\n${output}`)
  return JSON.parse(line)
}

async function measureCalls(layer: Program, target: readonly string[]) {
  const args = ['calls', String(calls), 'echo', 'message', ...target]
  return comparisonSchema.parse(await runProgram(layer, args))
}

/** Addresses of one server, without and with a sign-in. */
const guardSchema = z.object({ open: z.string(), guarded: z.string() })

async function measureSignedIn(layer: Program, url: string) {
  const guard = startGroup([process.execPath, layer.file, 'guard', url], {
    env: { ...process.env, ...layer.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const printed = await new Promise<string>((resolve, reject) => {
      guard.once('close', () => reject(new CommandError('Nothing guards the server.')))
      guard.stdout?.once('data', (chunk: Buffer) => resolve(String(chunk)))
    })
    const { open, guarded } = guardSchema.parse(JSON.parse(printed))
    const args = ['signed-in', String(calls), 'echo', 'message', open, guarded]
    return signedInSchema.parse(await runProgram(layer, args))
  } finally {
    await endGroup(guard, 2000)
  }
}

async function measureStarts(layer: Program) {
  // As light as a server can be: what is compared is the client's part.
  const server = [process.execPath, join(testkit, 'misbehaving-server.mjs'), '--mode=well-behaved']
  const args = ['starts', String(servers), '5', ...server]
  return comparisonSchema.parse(await runProgram(layer, args))
}

async function measureFlood(app: Program) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const server = [join(testkit, 'hostile-server.mjs'), `--flood-ms=${floodMs}`]
  try {
    const args = ['flood', String(floodMs), folder, process.execPath, ...server]
    return floodSchema.parse(await runProgram(app, args))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function loadOf() {
  return process.platform === 'linux'
    ? readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')
    : 'not known here'
}
