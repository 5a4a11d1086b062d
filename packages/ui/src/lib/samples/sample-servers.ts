import type { ConnectionState, ServerConfig, ServerView } from '@gatehouse/domain'
import { SAMPLE_NOW } from './sample-now.ts'

function config(
  change: Partial<ServerConfig> & Pick<ServerConfig, 'id' | 'name' | 'hue'>,
): ServerConfig {
  return {
    transport: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', `@modelcontextprotocol/server-${change.name}@2026.8.31`],
      env: [],
    },
    protocol: 'auto',
    start: 'launch',
    requestTimeoutMs: 60_000,
    createdAt: SAMPLE_NOW - 86_400_000,
    ...change,
  }
}

function ready(
  change: Partial<Extract<ConnectionState, { status: 'ready' }>['info']>,
  ms: number,
): ConnectionState {
  return {
    status: 'ready',
    since: SAMPLE_NOW - 2_820_000,
    lastRoundTripAt: SAMPLE_NOW - 4000,
    lastRoundTripMs: ms,
    info: {
      era: 'modern',
      protocolVersion: '2026-07-28',
      capabilities: {
        tools: { listChanged: true },
        prompts: {},
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
      connectMs: 640,
      ...change,
    },
  }
}

function view(
  serverConfig: ServerConfig,
  connection: ConnectionState,
  tools: number | null,
): ServerView {
  return {
    config: serverConfig,
    connection,
    toolCount: tools,
    toolTokens: tools === null ? null : tools * 148,
    problems: [],
  }
}

export const sampleServers: ServerView[] = [
  view(
    config({
      id: 'filesystem',
      name: 'filesystem',
      hue: 0,
      transport: {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/home/ada/code'],
        env: [{ name: 'LOG_LEVEL', value: { kind: 'plain', value: 'info' } }],
        cwd: '/home/ada',
      },
    }),
    ready(
      {
        era: 'legacy',
        protocolVersion: '2025-11-25',
        serverName: 'secure-filesystem-server',
        serverTitle: 'Filesystem',
        serverVersion: '2026.8.31',
        instructions:
          'Paths must lie inside an allowed directory.\nUse list_allowed_directories first.',
        capabilities: { tools: { listChanged: true } },
        transport: 'stdio',
        pid: 48_213,
      },
      18,
    ),
    4,
  ),
  view(
    config({ id: 'git', name: 'git', hue: 3 }),
    ready({ serverName: 'git', pid: 48_240 }, 9),
    12,
  ),
  view(
    config({
      id: 'research',
      name: 'research',
      hue: 1,
      transport: {
        kind: 'http',
        url: 'https://mcp.example.org/research',
        headers: [
          {
            name: 'Authorization',
            value: { kind: 'secret', ref: 'server/research/header/Authorization' },
          },
        ],
      },
    }),
    ready({ serverName: 'research', serverVersion: '3.1.0', transport: 'streamable-http' }, 31),
    15,
  ),
  view(
    config({
      id: 'issues',
      name: 'issues',
      hue: 2,
      transport: { kind: 'http', url: 'https://issues.example.org/mcp', headers: [] },
    }),
    {
      status: 'failed',
      at: SAMPLE_NOW - 60_000,
      attempt: 1,
      failure: {
        code: 'sign-in-needed',
        message: 'issues wants you to sign in.',
        status: 401,
        lastLines: [],
      },
    },
    null,
  ),
  view(config({ id: 'travel', name: 'travel', hue: 4, start: 'demand' }), { status: 'stopped' }, 7),
  view(
    config({ id: 'slow', name: 'slow-starter', hue: 5 }),
    { status: 'starting', since: SAMPLE_NOW - 9000, step: 'handshake', attempt: 2 },
    null,
  ),
  view(
    config({
      id: 'db',
      name: 'db',
      hue: 6,
      transport: { kind: 'stdio', command: 'postgres-mcp', args: ['--read-only'], env: [] },
    }),
    {
      status: 'failed',
      at: SAMPLE_NOW - 30_000,
      attempt: 3,
      failure: {
        code: 'command-not-found',
        message: 'db could not start: postgres-mcp was not found. Looked in 6 places.',
        command: 'postgres-mcp',
        lookedIn: [
          '/usr/local/bin',
          '/usr/bin',
          '/bin',
          '/home/ada/.local/bin',
          '/home/ada/.nvm/versions/node/v20.19.2/bin',
          '/opt/homebrew/bin',
        ],
        lastLines: [
          'Error: connect ECONNREFUSED 127.0.0.1:5432',
          '    at TCPConnectWrap.afterConnect',
          'giving up\u200b after 3 attempts',
        ],
      },
    },
    null,
  ),
]
