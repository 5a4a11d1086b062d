import type { Random } from '../random.mjs'
import { damaged, oddJson } from './json.ts'
import { oddName } from './words.mjs'

/** A configuration of another program with commands that must not run, mutated. `baits`: their paths. */
export function configuration(random: Random, baits: readonly string[], project: string): string {
  const servers = Array.from({ length: random.int(1, 4) }, () => [
    random.chance(0.3) ? `github${random.pick(['\u200B', '\u0430', ' '])}` : oddName(random),
    server(random, baits, project),
  ])
  const entries = servers.map(([name, body]) => `${JSON.stringify(name)}:${body ?? ''}`)
  if (random.chance(0.2)) entries.push(`"__proto__":${server(random, baits, project)}`)
  if (random.chance(0.05))
    entries.push(...Array.from({ length: 3000 }, (_, at) => `"s${at}":{"command":"payload"}`))
  const key = random.pick(['mcpServers', 'servers', 'mcpServers', oddName(random)])
  const text = `{${random.chance(0.3) ? `"inputs":${oddJson(random)},` : ''}${JSON.stringify(key)}:{${entries.join(',')}}}`
  return random.chance(0.4) ? damaged(random, text) : text
}

function server(random: Random, baits: readonly string[], project: string): string {
  const bait = random.pick([...baits, 'npx', 'payload', 'sh'])
  const body = random.weighted<() => object>([
    [
      4,
      () => ({
        command: bait,
        args: bait === 'sh' ? ['-c', 'payload from-sh'] : ['-y', oddName(random)],
      }),
    ],
    [2, () => ({ command: 'npx', args: ['-y', 'planted@1.0.0'], cwd: project })],
    [
      2,
      () => ({
        command: process.execPath,
        args: ['-e', '0'],
        env: { NODE_OPTIONS: `--require=${bait}`, PATH: project },
      }),
    ],
    [
      2,
      () => ({
        url: 'http://127.0.0.1:9/mcp',
        headers: { Authorization: 'Bearer ${env:OPENAI_API_KEY}' },
      }),
    ],
    [1, () => ({ type: 'stdio', command: [bait], args: 'x' })],
    [1, () => ({ command: '${workspaceFolder}/payload', args: ['${input:key}', '${command:x}'] })],
  ])()
  return random.chance(0.15) ? oddJson(random) : JSON.stringify(body)
}
