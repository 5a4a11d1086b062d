import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from '../bundle-program.mjs'
import { installPackages } from '../install.mjs'
import { packageFolder, root } from '../paths.mjs'
import { endGroup, mustRun, startGroup } from '../run.mjs'
import { begin, info } from '../say.mjs'
import { timed } from '../step.mjs'
import { StopHere } from '../stop-here.mjs'
import { median, percentile } from './numbers.mjs'
import { startHttpServer } from './start-http-server.mjs'
import { printVerdicts } from './verdicts.mjs'

/** @typedef {import('./verdicts.mjs').Measure} Measure */
/** @typedef {{ file: string, env: { NODE_PATH: string } }} Program */

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
 * @returns {Promise<number>} exit code
 */
export async function benchProtocol() {
  await installPackages()
  const [layer, app] = await timed('Bundle the connection layer and the composition', () =>
    Promise.all([
      bundleProgram({ from: 'packages/mcp', entry: 'checks/bench/main.ts', name: 'bench-layer' }),
      bundleProgram({ from: 'apps/desktop', entry: 'src/main/bench/main.ts', name: 'bench-app' }),
    ]),
  )
  info(`Load before: ${loadOf()}`)
  /** @type {Measure[]} */
  const measures = []
  begin(`${calls} calls each over stdio, in turn`)
  const stdio = [process.execPath, everything, 'stdio']
  measures.push(...callMeasures('stdio', await measureCalls(layer, stdio)))
  begin(`${calls} calls each over HTTP, in turn`)
  const http = await startHttpServer(everything)
  try {
    measures.push(...callMeasures('HTTP', await measureCalls(layer, [http.url])))
    begin(`${calls} calls each over HTTP, signed in and not, in turn`)
    measures.push(...signedInMeasures(await measureSignedIn(layer, http.url)))
  } finally {
    await http.close()
  }
  begin(`${servers} stdio servers at once, in turn`)
  measures.push(startMeasure(await measureStarts(layer)))
  begin('The tools of 20 servers, 250 each')
  measures.push(mergeMeasure(await runProgram(app, ['merge'])))
  begin(`10,000 notifications a second for ${(floodMs - 2500) / 1000} s`)
  measures.push(...floodMeasures(await measureFlood(app)))
  info(`Load after: ${loadOf()}`)
  return printVerdicts(measures)
}

/**
 * @param {Program} program
 * @param {readonly string[]} args
 */
async function runProgram({ file, env }, args) {
  const command = [process.execPath, '--expose-gc', file, ...args]
  const { output } = await mustRun('Measuring', command, { quiet: true, env, timeoutMs: 300_000 })
  const line = output.split('\n').findLast((text) => /^[[{]/.test(text))
  if (line === undefined) throw new StopHere(`Nothing was measured:\n${output}`)
  return JSON.parse(line)
}

/**
 * @param {Program} layer
 * @param {readonly string[]} target
 */
function measureCalls(layer, target) {
  return runProgram(layer, ['calls', String(calls), 'echo', 'message', ...target])
}

/**
 * @param {Program} layer
 * @param {string} url
 */
async function measureSignedIn(layer, url) {
  const guard = startGroup([process.execPath, layer.file, 'guard', url], {
    env: { ...process.env, ...layer.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const printed = await new Promise((resolve, reject) => {
      guard.once('close', () => reject(new StopHere('Nothing guards the server.')))
      guard.stdout?.once('data', (chunk) => resolve(String(chunk)))
    })
    const { open, guarded } = JSON.parse(printed)
    const args = ['signed-in', String(calls), 'echo', 'message', open, guarded]
    return await runProgram(layer, args)
  } finally {
    await endGroup(guard, 2000)
  }
}

/** @param {Program} layer */
function measureStarts(layer) {
  // As light as a server can be: what is compared is the client's part.
  const server = [process.execPath, join(testkit, 'misbehaving-server.mjs'), '--mode=well-behaved']
  return runProgram(layer, ['starts', String(servers), '5', ...server])
}

/** @param {Program} app */
async function measureFlood(app) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const server = [join(testkit, 'hostile-server.mjs'), `--flood-ms=${floodMs}`]
  try {
    return await runProgram(app, ['flood', String(floodMs), folder, process.execPath, ...server])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} over
 * @param {{ bare: number[], own: number[] }} times
 * @returns {Measure[]}
 */
function callMeasures(over, { bare, own }) {
  return /** @type {const} */ ([
    [50, 1.5],
    [99, 2],
  ]).map(([part, limit]) => {
    const [of, by] = [percentile(own, part), percentile(bare, part)]
    return {
      what: `Call over ${over}, p${part}`,
      seen: `${of.toFixed(2)} ms, bare ${by.toFixed(2)} ms: ${(of / by).toFixed(2)}x`,
      target: `at most ${limit}x`,
      isMet: of / by <= limit,
    }
  })
}

/** @param {{ open: number[], guarded: number[], reads: number }} seen @returns {Measure[]} */
function signedInMeasures({ open, guarded, reads }) {
  const [of, by] = [median(guarded), median(open)]
  return [
    {
      what: 'Call over HTTP, signed in',
      seen: `${of.toFixed(2)} ms, not signed in ${by.toFixed(2)} ms: ${(of / by).toFixed(2)}x`,
      target: 'at most 1.2x',
      isMet: of / by <= 1.2,
    },
    {
      what: 'Keychain reads in these calls',
      seen: String(reads),
      target: 'none',
      isMet: reads === 0,
    },
  ]
}

/** @param {{ bare: number[], own: number[] }} times @returns {Measure} */
function startMeasure({ bare, own }) {
  const [of, by] = [median(own), median(bare)]
  return {
    what: `${servers} stdio servers connected`,
    seen: `${Math.round(of)} ms, bare ${Math.round(by)} ms: ${(of / by).toFixed(2)}x`,
    target: 'at most 1.3x',
    isMet: of / by <= 1.3,
  }
}

/** @param {number[]} times @returns {Measure} */
function mergeMeasure(times) {
  const took = median(times)
  return {
    what: '20 servers x 250 tools merged',
    seen: `${took.toFixed(1)} ms`,
    target: 'under 100 ms',
    isMet: took < 100,
  }
}

/** @param {Record<string, number>} flood @returns {Measure[]} */
function floodMeasures(flood) {
  const {
    seenPerSecond = 0,
    longestMs = Infinity,
    longestWallMs = 0,
    heapEarly = 0,
    heapLate = Infinity,
  } = flood
  const grown = (heapLate - heapEarly) / 1e6
  return [
    {
      what: 'Notifications taken',
      seen: `${seenPerSecond} a second`,
      target: 'at least 9500 a second',
      isMet: seenPerSecond >= 9500,
    },
    {
      what: 'Longest standstill meanwhile',
      seen: `${longestMs.toFixed(1)} ms (${longestWallMs.toFixed(1)} ms with other processes' turns)`,
      target: 'under 50 ms',
      isMet: longestMs < 50,
    },
    {
      what: 'Heap after it',
      seen: `${(heapLate / 1e6).toFixed(1)} MB, ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB`,
      target: 'at most 10 MB more',
      isMet: grown <= 10,
    },
  ]
}

function loadOf() {
  return process.platform === 'linux'
    ? readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')
    : 'not known here'
}
