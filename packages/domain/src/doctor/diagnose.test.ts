import { describe, expect, test } from 'vitest'
import type { ConnectionFailure } from '../servers/connection-failure.ts'
import type { ServerTransport } from '../servers/server.ts'
import type { ServerView } from '../servers/server-view.ts'
import { CAUSES } from './causes.ts'
import { diagnose } from './diagnose.ts'
import type { ServerExamination } from './report.ts'

const stdio = (line: string): ServerTransport => {
  const [command = '', ...args] = line.split(' ')
  return { kind: 'stdio', command, args, env: [] }
}
const http: ServerTransport = { kind: 'http', url: 'https://mcp.example.com/mcp', headers: [] }

interface Case {
  transport?: ServerTransport
  failure?: Partial<ConnectionFailure>
  printed?: string
  platform?: string
}

function examined({
  transport = stdio('npx -y a'),
  failure = {},
  printed = '',
  platform = 'linux',
}: Case) {
  const lines = printed === '' ? [] : printed.split('\n')
  const view: ServerView = {
    config: {
      id: 'one',
      name: 'one',
      hue: 0,
      transport,
      protocol: 'auto',
      start: 'launch',
      requestTimeoutMs: 60_000,
      createdAt: 1,
    },
    connection: {
      status: 'failed',
      at: 2000,
      attempt: 1,
      failure: { code: 'exited', message: '', exitCode: 1, lastLines: lines, ...failure },
    },
    toolCount: null,
    toolTokens: null,
    problems: [],
  }
  const examination: ServerExamination = {
    platform,
    home: '/home/ada',
    launch:
      transport.kind === 'http'
        ? null
        : { path: '/usr/bin/npx', lookedIn: ['/usr/bin'], programs: [] },
    start: null,
  }
  return { view, examination, diagnosis: diagnose(view, examination) }
}

/** The twenty causes of failed starts that were seen most, each with what a program printed or a connection reported. */
const SEEN: readonly (Case & { cause: string; step: string; mend: object })[] = [
  {
    cause: 'node-missing',
    failure: { code: 'command-not-found', command: 'npx', lookedIn: ['/usr/bin', '/bin'] },
    step: 'runtime',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'uv-missing',
    transport: stdio('uvx mcp-server-git'),
    failure: { code: 'command-not-found', command: 'uvx', lookedIn: ['/usr/bin'] },
    step: 'runtime',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'old-node',
    printed:
      "npm warn EBADENGINE Unsupported engine {\nnpm warn EBADENGINE   package: 'a@1.0.0',\nnpm warn EBADENGINE   required: { node: '>=20' },",
    step: 'runtime',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'windows-command',
    platform: 'win32',
    transport: stdio('node launcher.js'),
    printed:
      'Error: spawn npx ENOENT\n    at ChildProcess._handle.onexit (node:internal/child_process:286:19)',
    step: 'command',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'dotenv-noise',
    failure: { code: 'bad-output', exitCode: undefined },
    printed: '[dotenv@17.2.0] injecting env (3) from .env -- tip: encrypt with dotenvx',
    step: 'output',
    mend: { kind: 'set-variable', name: 'DOTENV_CONFIG_QUIET', value: 'true' },
  },
  {
    cause: 'dotnet-noise',
    transport: stdio('excel-mcp'),
    failure: { code: 'bad-output', exitCode: undefined },
    printed:
      'info: Microsoft.Hosting.Lifetime[0]\n      Application started. Press Ctrl+C to shut down.',
    step: 'output',
    mend: {
      kind: 'set-variable',
      name: 'Logging__Console__LogToStandardErrorThreshold',
      value: 'Trace',
    },
  },
  {
    cause: 'slow-download',
    failure: { code: 'no-response', exitCode: undefined, waitedMs: 60_000 },
    step: 'install',
    mend: { kind: 'start' },
  },
  {
    cause: 'image-missing',
    transport: stdio('docker run -i --rm example/mcp'),
    printed:
      "Unable to find image 'example/mcp:latest' locally\ndocker: Error response from daemon: pull access denied for example/mcp, repository does not exist or may require 'docker login'.",
    step: 'install',
    mend: { kind: 'edit', field: 'args' },
  },
  {
    cause: 'git-build',
    printed:
      'npm error code 128\nnpm error An unknown git error occurred\nnpm error command git --no-replace-objects ls-remote ssh://git@github.com/a/b.git\nnpm error git ls-remote failed',
    step: 'install',
    mend: { kind: 'start' },
  },
  {
    cause: 'cache-in-use',
    printed:
      "npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error ENOTEMPTY: directory not empty, rename '/home/ada/.npm/_npx/1a/node_modules/a' -> '/home/ada/.npm/_npx/1a/node_modules/.a-x'",
    step: 'install',
    mend: { kind: 'start' },
  },
  {
    cause: 'cache-broken',
    printed:
      'npm error code EINTEGRITY\nnpm error sha512-AAAA== integrity checksum failed when using sha512',
    step: 'install',
    mend: { kind: 'start' },
  },
  {
    cause: 'no-registration',
    transport: http,
    failure: {
      code: 'sign-in-needed',
      exitCode: undefined,
      detail: 'sign-in/unsupported',
      said: 'Dynamic client registration is not supported',
    },
    step: 'registration',
    mend: { kind: 'edit', field: 'client' },
  },
  {
    cause: 'registration-refused',
    transport: http,
    failure: {
      code: 'sign-in-needed',
      exitCode: undefined,
      detail: 'sign-in/rejected',
      said: 'client_id must be the URL of a metadata document',
    },
    step: 'registration',
    mend: { kind: 'sign-in' },
  },
  {
    cause: 'client-mismatch',
    transport: http,
    failure: {
      code: 'sign-in-needed',
      exitCode: undefined,
      mismatch: {
        of: 'client',
        field: 'issuer',
        expected: 'https://a.example',
        found: 'https://b.example',
      },
    },
    step: 'registration',
    mend: { kind: 'edit', field: 'client' },
  },
  {
    cause: 'tls-proxy',
    printed:
      'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.npmjs.org/a failed, reason: self-signed certificate in certificate chain',
    step: 'install',
    mend: { kind: 'set-variable', name: 'NODE_EXTRA_CA_CERTS', value: '' },
  },
  {
    cause: 'unfilled-placeholder',
    transport: stdio('npx -y a --root ${user_config.root}'),
    printed: "Error: directory '${user_config.root}' does not exist",
    step: 'command',
    mend: { kind: 'edit', field: 'args' },
  },
  {
    cause: 'bundle-unreadable',
    transport: stdio('mcpb run a.mcpb'),
    printed:
      "Failed to preview extension: Invalid manifest: Unrecognized key(s) in object: 'scripts'",
    step: 'install',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'bundle-unreadable',
    transport: stdio('mcpb run a.mcpb'),
    printed: 'Error: Invalid comment length. Expected: 2214. Found: 0.',
    step: 'install',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'native-module',
    transport: stdio('node server.js'),
    printed:
      "Error: The module '/srv/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 137.",
    step: 'runtime',
    mend: { kind: 'edit', field: 'command' },
  },
  {
    cause: 'code-missing',
    transport: stdio('node server/index.js'),
    printed:
      "node:internal/modules/package_json_reader:267\n  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\nError [ERR_MODULE_NOT_FOUND]: Cannot find package '@modelcontextprotocol/sdk' imported from /srv/index.js",
    step: 'process',
    mend: { kind: 'edit', field: 'args' },
  },
]

/** Others of the table. */
const OTHERS: typeof SEEN = [
  {
    cause: 'helper-missing',
    transport: stdio('node server.js'),
    printed:
      'Error: spawn rg ENOENT\n    at ChildProcess._handle.onexit (node:internal/child_process:286:19)',
    step: 'process',
    mend: { kind: 'start' },
  },
  {
    cause: 'docker-stopped',
    transport: stdio('docker run -i --rm a'),
    printed:
      'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    step: 'runtime',
    mend: { kind: 'start' },
  },
  {
    cause: 'package-missing',
    printed:
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/a-b-c - Not found\nnpm error 404  'a-b-c@*' is not in this registry.",
    step: 'install',
    mend: { kind: 'edit', field: 'args' },
  },
  {
    cause: 'port-in-use',
    transport: stdio('node server.js'),
    printed: 'Error: listen EADDRINUSE: address already in use :::3845',
    step: 'process',
    mend: { kind: 'edit', field: 'args' },
  },
  {
    cause: 'tls',
    transport: http,
    failure: { code: 'tls', exitCode: undefined, detail: 'SELF_SIGNED_CERT_IN_CHAIN' },
    step: 'tls',
    mend: { kind: 'edit', field: 'network' },
  },
  {
    cause: 'slow-start',
    transport: stdio('node server.js'),
    failure: { code: 'no-response', exitCode: undefined, waitedMs: 60_000 },
    step: 'handshake',
    mend: { kind: 'start-limit' },
  },
  {
    cause: 'other-output',
    transport: stdio('ls'),
    failure: { code: 'bad-output', exitCode: undefined },
    printed: 'Desktop\nDocuments',
    step: 'output',
    mend: { kind: 'edit', field: 'args' },
  },
]

describe('the causes', () => {
  test.each([...SEEN, ...OTHERS])('$cause is recognised at its step', (one) => {
    const { diagnosis } = examined(one)
    expect(diagnosis.cause?.id).toBe(one.cause)
    expect(diagnosis.steps.find(({ state }) => state === 'failed')?.name).toBe(one.step)
    expect(diagnosis.mends[0]).toEqual(one.mend)
  })

  test('an image that is started by its digest can be pulled again', () => {
    const image = `example/mcp@sha256:${'a'.repeat(64)}`
    const { diagnosis } = examined({
      transport: stdio(`docker run -i --rm ${image}`),
      printed: `Unable to find image '${image}' locally\ndocker: Error response from daemon: Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host.`,
    })
    expect(diagnosis.cause?.id).toBe('image-missing')
    expect(diagnosis.mends).toEqual([{ kind: 'install' }, { kind: 'start' }])
  })

  test('each of the table has a case', () => {
    const covered = new Set([...SEEN, ...OTHERS].map(({ cause }) => cause))
    expect(CAUSES.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([])
    expect(SEEN).toHaveLength(20)
  })

  test('a variable that the output asks for is named with its line, and each name has a mend', () => {
    const { diagnosis } = examined({
      printed:
        'Configuration:\nEither FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)\nUsage: figma-developer-mcp [options]',
    })
    expect(diagnosis.cause).toMatchObject({
      id: 'variable-missing',
      name: 'FIGMA_API_KEY',
      line: { number: 2 },
    })
    expect(diagnosis.mends).toEqual([
      { kind: 'set-variable', name: 'FIGMA_API_KEY' },
      { kind: 'set-variable', name: 'FIGMA_OAUTH_TOKEN' },
    ])
    expect(diagnosis.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'command passed',
      'runtime passed',
      'install passed',
      'process passed',
      'output failed',
      'handshake not-reached',
      'lists not-reached',
    ])
  })

  test('an unknown failure shows the line that reads like it', () => {
    const { diagnosis } = examined({ printed: 'hello\nError: the moon is full\nbye' })
    expect(diagnosis.cause).toMatchObject({ id: 'said', line: { text: 'Error: the moon is full' } })
  })
})

test('a step shows its evidence and how long it took', () => {
  const { view, examination } = examined({ printed: 'x' })
  const start = {
    at: 1000,
    steps: [
      { step: 'resolve' as const, at: 1000 },
      { step: 'spawn' as const, at: 1012 },
      { step: 'download' as const, at: 1100 },
    ],
    endedAt: 8900,
    first: ['Error: no'],
    last: [],
    printed: 1,
    printedAtStart: 1,
  }
  const launch = {
    path: '/usr/bin/npx',
    lookedIn: [],
    programs: [{ command: 'npx', path: '/home/ada/.nvm/versions/node/v24.9.0/bin/npx' }],
  }
  const { steps } = diagnose(view, { ...examination, launch, start })
  expect(steps[1]?.evidence).toMatchObject({ id: 'version', values: { version: '24.9.0' } })
  expect(steps[2]).toMatchObject({
    evidence: { id: 'may-download', values: { program: 'npx' } },
    tookMs: 7800,
  })
  expect(steps[3]).toMatchObject({ evidence: { id: 'ended', values: { code: '1' } }, tookMs: 88 })
  expect(steps[4]?.evidence).toEqual({ id: 'printed', values: { count: 1 } })
})

test('a server that runs has passed each step', () => {
  const { view, examination } = examined({})
  const ready: ServerView = {
    ...view,
    toolCount: 3,
    connection: {
      status: 'ready',
      since: 1,
      info: {
        era: 'modern',
        protocolVersion: '2026-07-28',
        capabilities: {},
        connectMs: 40,
        pid: 7,
      },
      lastRoundTripAt: 1,
      lastRoundTripMs: 4,
    },
  }
  const { steps, cause, mends } = diagnose(ready, examination)
  expect(steps.every(({ state }) => state === 'passed')).toBe(true)
  expect(steps.at(-1)?.evidence).toEqual({ id: 'listed', values: { count: 3 } })
  expect(cause).toBeNull()
  expect(mends).toEqual([])
})
