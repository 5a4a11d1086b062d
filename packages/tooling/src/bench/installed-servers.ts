/** Measures the start of installed servers beside npx with the same packages: from the launch to the handshake. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { mustRun } from '../command-support/child-processes.mjs'
import { CommandError } from '../command-support/command-error.mjs'
import { log } from '../command-support/log.mjs'
import { npmProgram } from '../command-support/npm-program.mjs'
import { packageFolder } from '../command-support/paths.mjs'
import { printMeasures, type Measure } from './measures.ts'
import { median } from './statistics.ts'

/** Ratio of the start by npx to that of an installed server, both warm. */
const WARM_TARGET = 3
const START_LIMIT_MS = 120_000
const SERVERS = [
  { name: '@modelcontextprotocol/server-filesystem', args: [tmpdir()] },
  { name: '@modelcontextprotocol/server-everything', args: ['stdio'] },
] as const
/** As the app installs, see `packages/mcp/src/package-installs`. */
const INSTALL = ['--ignore-scripts', '--save-exact', '--no-bin-links', '--no-audit', '--no-fund']

const manifestSchema = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]),
})

interface Times {
  cold: number
  warm: number[]
}

/**
 * Starts each server both ways, in turn. Packages are fetched once, before anything is measured; npx then runs offline.
 * @returns exit code
 */
export async function benchInstalledServers(rounds: number): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-bench-servers-'))
  const measures: Measure[] = []
  try {
    for (const server of SERVERS) measures.push(...(await measureServer(server, scratch, rounds)))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return printMeasures(measures)
}

async function measureServer(
  { name, args }: (typeof SERVERS)[number],
  scratch: string,
  rounds: number,
): Promise<Measure[]> {
  const folder = join(scratch, name.replaceAll('/', '-'))
  mkdirSync(folder)
  const env = { ...process.env, npm_config_cache: join(scratch, 'cache') }
  const spec = `${name}@${manifestOf(packageFolder(name, 'packages/testkit')).version}`
  log.step(`${spec}: installed, and with npx`)
  const install = [...npmProgram('npm'), 'install', '--prefix', folder, ...INSTALL, '--', spec]
  await mustRun(`Installing ${spec}`, install, { env, quiet: true })
  // npx asks for other documents than npm install: all are in the cache now, and nothing is unpacked.
  const fetch = [...npmProgram('npm'), 'exec', '--yes', `--package=${spec}`, '--', 'node', '-v']
  await mustRun(`Fetching ${spec}`, fetch, { env, quiet: true })
  rmSync(join(env.npm_config_cache, '_npx'), { recursive: true })
  const own = join(folder, 'node_modules', ...name.split('/'))
  const { bin } = manifestOf(own)
  const [file = ''] = typeof bin === 'string' ? [bin] : Object.values(bin)
  const installed = [process.execPath, join(own, file), ...args]
  const npx = [...npmProgram('npx'), '--offline', '-y', spec, ...args]
  const found: Record<'installed' | 'npx', Times> = {
    installed: { cold: await startTime(installed, env), warm: [] },
    // Its packages are in the cache, and not unpacked yet.
    npx: { cold: await startTime(npx, env), warm: [] },
  }
  for (let round = 0; round < rounds; round += 1) {
    found.installed.warm.push(await startTime(installed, env))
    found.npx.warm.push(await startTime(npx, env))
  }
  const [warm, beside] = [median(found.installed.warm), median(found.npx.warm)]
  return [
    measure(`${name}, first start`, found.installed.cold, found.npx.cold, 0),
    measure(`${name}, later starts`, warm, beside, WARM_TARGET),
  ]
}

function measure(what: string, installed: number, npx: number, target: number): Measure {
  const ratio = npx / installed
  return {
    what,
    seen: `${Math.round(installed)} ms installed, ${Math.round(npx)} ms with npx, ratio ${ratio.toFixed(1)}`,
    target: target === 0 ? '' : `ratio of at least ${target}`,
    isMet: ratio >= target,
  }
}

const manifestOf = (folder: string): z.infer<typeof manifestSchema> =>
  manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'gatehouse-bench', version: '1' },
  },
}

/** Milliseconds from the launch to the answer of the handshake. Rejects for a server that ends before it. */
async function startTime([command = '', ...args]: string[], env: NodeJS.ProcessEnv) {
  const begun = performance.now()
  // A group of its own: npx starts the server in another process.
  const child = spawn(command, args, { env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
  const timer = setTimeout(() => end(child.pid), START_LIMIT_MS)
  try {
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes('"result"')) return performance.now() - begun
    throw new CommandError(`${command} ${args.join(' ')} ended before the handshake.`)
  } finally {
    clearTimeout(timer)
    end(child.pid)
    await ended
  }
}

function end(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
