import type {
  ConnectionState,
  Frame,
  LogLine,
  ServerConfig,
  ServerView,
  Tool,
} from '@gatehouse/domain'

/** The samples happened just now, so that ages and clocks look as they do in use. */
export const SAMPLE_NOW = Date.now()

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

export const sampleTools: Tool[] = [
  {
    name: 'read_text_file',
    title: 'Read text file',
    description:
      'Reads the complete contents of a file as text. Only works within allowed directories.',
    inputSchema: {
      type: 'object',
      required: ['path'],
      properties: {
        path: { type: 'string', description: 'Absolute or relative path' },
        head: { type: 'integer', minimum: 1, description: 'If given, only the first N lines' },
        tail: { type: 'integer', minimum: 1, description: 'If given, only the last N lines' },
      },
    },
    outputSchema: {
      type: 'object',
      required: ['content'],
      properties: { content: { type: 'string' } },
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a new file or overwrites an existing one.\u200b Use with caution.',
    inputSchema: {
      type: 'object',
      required: ['path', 'content'],
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        mode: {
          type: 'string',
          enum: ['create', 'overwrite'],
          default: 'create',
          description: 'What to do when it exists',
        },
      },
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'edit_file',
    description: 'Makes line-based edits and answers with a diff.',
    inputSchema: {
      type: 'object',
      required: ['path', 'edits'],
      properties: {
        path: { type: 'string' },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            required: ['oldText'],
            properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
          },
        },
        dryRun: { type: 'boolean', default: false },
      },
    },
  },
  {
    name: 'list_allowed_directories',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  },
]

const said: [LogLine['source'], LogLine['level'], string][] = [
  [
    'host',
    'info',
    'Starting npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /home/ada/code',
  ],
  ['stderr', 'info', 'npm warn exec The following package was not found and will be installed'],
  ['stderr', 'info', 'Secure MCP Filesystem Server running on stdio'],
  ['host', 'info', 'Ready after 640 ms, protocol 2025-11-25'],
  ['server', 'debug', 'roots/list answered with 2 roots'],
  ['server', 'warning', 'Path /home/ada/code/old does not exist any more'],
  ['stderr', 'error', 'EACCES: permission denied, scandir \u202E/gnp.terces'],
]

export const sampleLogs: LogLine[] = said.map(([source, level, text], index) => ({
  serverId: 'filesystem',
  seq: index + 1,
  at: SAMPLE_NOW - (said.length - index) * 1370,
  source,
  level,
  text,
}))

type FrameSketch = Pick<Frame, 'direction' | 'kind' | 'message'> & Partial<Frame>

const passed: FrameSketch[] = [
  {
    direction: 'out',
    kind: 'request',
    method: 'initialize',
    rpcId: 0,
    message: {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25' },
    },
  },
  {
    direction: 'in',
    kind: 'response',
    method: 'initialize',
    rpcId: 0,
    latencyMs: 167,
    message: { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25' } },
  },
  {
    direction: 'out',
    kind: 'notification',
    method: 'notifications/initialized',
    message: { jsonrpc: '2.0', method: 'notifications/initialized' },
  },
  {
    direction: 'out',
    kind: 'request',
    method: 'tools/list',
    rpcId: 1,
    message: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  },
  {
    direction: 'in',
    kind: 'response',
    method: 'tools/list',
    rpcId: 1,
    latencyMs: 18,
    message: { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'read_text_file' }] } },
  },
  {
    direction: 'out',
    kind: 'request',
    method: 'tools/call',
    rpcId: 2,
    message: {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'read_text_file', arguments: { path: '/home/ada/code/README.md' } },
    },
  },
  {
    direction: 'in',
    kind: 'notification',
    method: 'notifications/progress',
    message: {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 2, progress: 1, total: 3 },
    },
  },
  {
    direction: 'in',
    kind: 'error',
    method: 'tools/call',
    rpcId: 2,
    latencyMs: 212,
    message: {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32_602, message: 'Access denied: path outside allowed directories' },
    },
  },
  { direction: 'in', kind: 'malformed', message: 'Listening on port 3000…' },
]

export const sampleFrames: Frame[] = passed.map((sketch, index) => ({
  serverId: 'filesystem',
  seq: index + 1,
  at: SAMPLE_NOW - (passed.length - index) * 431,
  bytes: JSON.stringify(sketch.message).length,
  truncated: false,
  ...sketch,
}))
