import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerView } from '@gatehouse/domain'
import { diagnose, type Mend } from '@gatehouse/domain/doctor'
import { createPrivateAuthority } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../checks/testing/recorded-connection.ts'

/** Answers the handshake of 2025-11-25, after the lines that break it. */
const server = (before: string): string => `
${before}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'a', version: '1' } }
  const error = { code: -32601, message: 'no' }
  if (id !== undefined)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(method === 'initialize' ? { result } : { error }) }))
})`

let home = ''
let caFile = ''
let service: ReturnType<typeof createServer>
let bench: TestBench

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-broken-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const { ca, cert, key } = await createPrivateAuthority()
  caFile = join(home, 'ca.pem')
  writeFileSync(caFile, ca)
  service = createServer({ cert, key }, (_request, response) => void response.end())
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const address = `https://127.0.0.1:${(service.address() as AddressInfo).port}/`
  const node = JSON.stringify(process.execPath)
  const scripts: Record<string, string> = {
    'good.js': server(''),
    'noise.js': server(
      `const write = process.stdout.write.bind(process.stdout)
const noise = '[dotenv@17.2.0] injecting env (3) from .env\\n'
// Noise before a message is passed over; this stands in the middle of each.
if (!process.env.DOTENV_CONFIG_QUIET)
  process.stdout.write = (text) => write(noise + text.slice(0, 9) + '\\n' + text.slice(9), () => process.exit(1))`,
    ),
    'key.js': server(
      `if (!process.env.EXA_API_KEY) { console.error('Error: EXA_API_KEY is required'); process.exit(1) }`,
    ),
    'tls.js': server(
      `require('node:https').get('${address}').on('error', (error) => { console.error(error); process.exit(1) })`,
    ),
  }
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(home, name), text)
  // Stand-ins, with the words of the real programs.
  const programs: Record<string, string> = {
    docker: `for last; do :; done
if [ "$last" = a/wrong ]; then
  echo "Unable to find image 'a/wrong:latest' locally" >&2
  echo "docker: Error response from daemon: pull access denied for a/wrong, repository does not exist" >&2
  exit 125
fi
exec ${node} ${join(home, 'good.js')}`,
    'by-env': 'exec /usr/bin/env node',
    'old-node': `echo "npm warn EBADENGINE Unsupported engine { package: 'a@1.0.0', required: { node: '>=20' } }" >&2
echo "ReferenceError: fetch is not defined" >&2
exit 1`,
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const uvx = join(home, 'uvx')
  writeFileSync(uvx, `#!/bin/sh\nexec ${node} ${join(home, 'good.js')}\n`)
  chmodSync(uvx, 0o755)
  // Neither Node nor uv is on this search path.
  const baseEnvironment = { HOME: home, SHELL: '/bin/false', PATH: bin }
  bench = await createTestBench({ baseEnvironment })
})

afterAll(async () => {
  await bench.close()
  service.closeAllConnections()
  service.close()
  rmSync(home, { recursive: true, force: true })
})

interface Launch {
  command: string
  args: string[]
  env: Record<string, string>
}

const TITLES = [
  'no Node',
  'an old Node',
  'uv is missing',
  'noise on its output',
  'a wrong path',
  'a proxy that reads TLS',
  'a missing key',
  'a missing image',
] as const

interface Broken {
  launch: Partial<Launch>
  cause: string
  /** The first one. */
  mend: Mend
  /** Text that the person types where the mend leads. */
  typed: string
}

/** A server that does not start. */
function brokenServer(title: (typeof TITLES)[number]): Broken {
  const cases: Record<(typeof TITLES)[number], Broken> = {
    'no Node': {
      launch: { command: join(home, 'bin', 'by-env'), env: { PATH: join(home, 'bin') } },
      cause: 'node-missing',
      mend: { kind: 'edit', field: 'command' },
      typed: join(home, 'uvx'),
    },
    'an old Node': {
      launch: { command: join(home, 'bin', 'old-node'), args: [join(home, 'good.js')] },
      cause: 'old-node',
      mend: { kind: 'edit', field: 'command' },
      typed: process.execPath,
    },
    'uv is missing': {
      launch: { command: 'uvx', args: ['mcp-server-git'] },
      cause: 'uv-missing',
      mend: { kind: 'edit', field: 'command' },
      typed: join(home, 'uvx'),
    },
    'noise on its output': {
      launch: { args: [join(home, 'noise.js')] },
      cause: 'dotenv-noise',
      mend: { kind: 'set-variable', name: 'DOTENV_CONFIG_QUIET', value: 'true' },
      typed: '',
    },
    'a wrong path': {
      launch: { args: [join(home, 'gone.js')] },
      cause: 'code-missing',
      mend: { kind: 'edit', field: 'args' },
      typed: join(home, 'good.js'),
    },
    'a proxy that reads TLS': {
      launch: { args: [join(home, 'tls.js')] },
      cause: 'tls-proxy',
      mend: { kind: 'set-variable', name: 'NODE_EXTRA_CA_CERTS', value: '' },
      typed: caFile,
    },
    'a missing key': {
      launch: { args: [join(home, 'key.js')] },
      cause: 'variable-missing',
      mend: { kind: 'set-variable', name: 'EXA_API_KEY' },
      typed: 'a-key',
    },
    'a missing image': {
      launch: { command: 'docker', args: ['run', '-i', '--rm', 'a/wrong'] },
      cause: 'image-missing',
      mend: { kind: 'edit', field: 'args' },
      typed: 'a/right',
    },
  }
  return cases[title]
}

it.each(TITLES)(
  'the doctor names the cause at first try, and its first mend makes it start: %s',
  async (title) => {
    const { launch, cause, mend, typed } = brokenServer(title)
    const before = { command: process.execPath, args: [], env: {}, ...launch }
    const { failure } = await bench.openFailing(stdioTarget(before, before))
    const found = await diagnosisOf(before, failure)
    expect(found.cause?.id).toBe(cause)
    expect(found.mends[0]).toEqual(mend)
    const after = mended(before, mend, typed)
    const { connection } = await bench.open(stdioTarget(after, after))
    expect(connection.info.serverName).toBe('a')
  },
)

async function diagnosisOf(launch: Launch, failure: Parameters<typeof viewOf>[1]) {
  const found = await bench.factory.inspectLaunch({ ...launch, cwd: undefined }, { lookFor: [] })
  return diagnose(viewOf(launch, failure), {
    platform: process.platform,
    home,
    launch: { path: found.resolution.path, lookedIn: found.resolution.lookedIn, programs: [] },
    start: null,
  })
}

function viewOf(
  { command, args }: Launch,
  failure: Extract<ServerView['connection'], { status: 'failed' }>['failure'],
): ServerView {
  return {
    config: {
      id: 'a',
      name: 'a',
      hue: 0,
      transport: { kind: 'stdio', command, args, env: [] },
      protocol: 'auto',
      start: 'launch',
      requestTimeoutMs: 60_000,
      createdAt: 0,
    },
    connection: { status: 'failed', at: 0, attempt: 1, failure },
    toolCount: null,
    toolTokens: null,
    problems: [],
  }
}

/** The launch with the one change that the button of a mend leads to. */
function mended(launch: Launch, mend: Mend, typed: string): Launch {
  if (mend.kind === 'set-variable')
    return { ...launch, env: { ...launch.env, [mend.name]: mend.value || typed } }
  if (mend.kind === 'edit' && mend.field === 'command') return { ...launch, command: typed }
  return { ...launch, args: [...launch.args.slice(0, -1), typed] }
}
