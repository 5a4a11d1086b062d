import type { ImportAnswer } from '@gatehouse/domain/launch'
import { expect, it } from 'vitest'
import {
  createImportHarness,
  importedServers,
  suggestedChoices,
} from '../../testing/import-harness.ts'

const PATH = '/home/ada/Downloads/server.mcpb'
const FOLDER = '/data/bundles/aa'

/** The shape of a bundle that somebody publishes, and what becomes of it. */
interface Case {
  /** Repository of the bundle; its manifest is written anew here, reduced to its shape. */
  source: string
  manifest: object
  /** Files beside the manifest. */
  files: string[]
  /** Default: linux. */
  platform?: 'linux' | 'darwin' | 'win32'
  typed?: Record<string, string>
  /** Options that are asked for: `*` where one must be typed, `!` where it is a secret. */
  asks: string[]
  /** The words of the command line, with `~` for the folder of the bundle. Null: nothing that could be started. */
  starts: string[] | null
  /** Variables; `(secret)` for one of the keychain. */
  env?: Record<string, string>
  issues?: string[]
}

const option = (type: string, more: object = {}) => ({
  type,
  title: 'T',
  description: 'D',
  ...more,
})
const secret = (more: object = {}) => option('string', { sensitive: true, ...more })
const UV = {
  UV_PROJECT_ENVIRONMENT: '/data/bundle-work/aa',
  PYTHONDONTWRITEBYTECODE: '1',
  UV_EXCLUDE_NEWER: '1970-01-01T00:00:00Z',
}

const CASES: Case[] = [
  {
    source: 'upstash/context7: an optional secret with an empty default, a version with a v',
    manifest: {
      manifest_version: '0.4',
      name: 'context7',
      version: '4.0.3',
      author: { name: 'U' },
      privacy_policies: ['https://a.example'],
      server: {
        type: 'node',
        entry_point: 'server/dist/index.mjs',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/server/dist/index.mjs'],
          env: { CONTEXT7_API_KEY: '${user_config.api_key}' },
        },
      },
      compatibility: {
        platforms: ['darwin', 'win32', 'linux'],
        runtimes: { node: '>=v20.18.1' },
      },
      user_config: { api_key: secret({ required: false, default: '' }) },
    },
    files: ['server/dist/index.mjs'],
    asks: ['api_key!'],
    starts: ['node', '~/server/dist/index.mjs'],
    env: {},
  },
  {
    source: 'ElliotRoe/lit-lake: a program, optional options without a default',
    manifest: {
      manifest_version: '0.2',
      name: 'lit-lake',
      version: '0.1.0',
      author: { name: 'E' },
      server: {
        type: 'binary',
        entry_point: 'lit-lake-mcp',
        mcp_config: {
          command: '${__dirname}/lit-lake-mcp',
          args: [],
          env: {
            EMBED_DISABLED: '${user_config.disable_embedding}',
            ZOTERO_DB_PATH: '${user_config.z_db}',
            LIT_LAKE_PATH: '${user_config.folder}',
          },
          platform_overrides: { win32: { command: '${__dirname}/lit-lake-mcp.exe' } },
        },
      },
      user_config: {
        disable_embedding: option('boolean', { required: false }),
        z_db: option('file', { required: false }),
        folder: option('directory', { required: false }),
      },
    },
    files: ['lit-lake-mcp', 'lit-lake-mcp.exe'],
    typed: { z_db: '/home/ada/Zotero/zotero.sqlite' },
    asks: ['disable_embedding', 'z_db', 'folder'],
    starts: ['~/lit-lake-mcp'],
    env: { ZOTERO_DB_PATH: '/home/ada/Zotero/zotero.sqlite' },
  },
  {
    source: 'ElliotRoe/lit-lake, an older one: uv that must run in the folder of the bundle',
    manifest: {
      manifest_version: '0.4',
      name: 'lit-lake',
      version: '0.0.9',
      author: { name: 'E' },
      server: {
        type: 'uv',
        entry_point: 'src/lit_lake/server.py',
        mcp_config: { command: 'uv', args: ['run', 'src/lit_lake/server.py'], env: {} },
      },
    },
    files: ['src/lit_lake/server.py', 'pyproject.toml'],
    asks: [],
    starts: ['uv', 'run', 'src/lit_lake/server.py'],
    env: UV,
    issues: ['bundle-dated 1970-01-01', 'bundle-unlocked'],
  },
  {
    source: 'massive-com/mcp_massive: uv with a launch of its own',
    manifest: {
      manifest_version: '0.4',
      name: 'mcp_massive',
      version: '1.0.7',
      author: { name: 'M' },
      server: {
        type: 'uv',
        entry_point: 'entrypoint.py',
        mcp_config: {
          command: 'uv',
          args: ['run', '--directory', '${__dirname}', 'mcp_massive'],
          env: { MASSIVE_API_KEY: '${user_config.MASSIVE_API_KEY}' },
        },
      },
      user_config: { MASSIVE_API_KEY: secret({ required: true }) },
      compatibility: { runtimes: { python: '>=3.12' } },
    },
    files: ['entrypoint.py', 'pyproject.toml'],
    typed: { MASSIVE_API_KEY: 'k' },
    asks: ['MASSIVE_API_KEY*!'],
    starts: ['uv', 'run', '--directory', '~', 'mcp_massive'],
    env: { MASSIVE_API_KEY: '(secret)', ...UV },
    issues: ['bundle-dated 1970-01-01', 'bundle-unlocked'],
  },
  {
    source: 'stickerdaniel/linkedin-mcp-server 3: an image, the entry point is docker itself',
    manifest: {
      dxt_version: '0.1',
      name: 'linkedin-mcp-server',
      version: '3.0.2',
      author: { name: 'D' },
      icon: 'assets/icons/linkedin.svg',
      server: {
        type: 'binary',
        entry_point: 'docker',
        mcp_config: {
          command: 'docker',
          args: ['run', '--rm', '-i', '-v', '${HOME}/.linkedin-mcp:/home/x', 'a/linkedin:3.0.2'],
        },
      },
      user_config: {},
      compatibility: { claude_desktop: '>=0.10.0', platforms: ['darwin', 'linux', 'win32'] },
    },
    files: ['assets/icons/linkedin.svg'],
    asks: [],
    starts: [
      'docker',
      'run',
      '--rm',
      '-i',
      '-v',
      '/home/ada/.linkedin-mcp:/home/x',
      'a/linkedin:3.0.2',
    ],
    env: {},
  },
  {
    source: 'stickerdaniel/linkedin-mcp-server 4: uv with an extra',
    manifest: {
      manifest_version: '0.4',
      name: 'linkedin-mcp-server',
      version: '4.1.0',
      author: { name: 'D' },
      server: {
        type: 'uv',
        entry_point: 'linkedin_mcp_server/__main__.py',
        mcp_config: {
          command: 'uv',
          args: ['run', '--directory', '${__dirname}', '-m', 'linkedin_mcp_server'],
          env: { UV_HTTP_TIMEOUT: 300 },
        },
      },
    },
    files: ['linkedin_mcp_server/__main__.py'],
    asks: [],
    starts: ['uv', 'run', '--directory', '~', '-m', 'linkedin_mcp_server'],
    env: { UV_HTTP_TIMEOUT: '300', ...UV },
    issues: ['bundle-dated 1970-01-01'],
  },
  {
    source: 'CursorTouch/Windows-MCP: for Windows only, switches with defaults',
    manifest: {
      manifest_version: '0.4',
      name: 'Windows-MCP',
      version: '0.8.5',
      author: { name: 'C' },
      server: {
        type: 'uv',
        entry_point: 'src/windows_mcp/__main__.py',
        mcp_config: {
          command: 'uv',
          args: ['--directory', '${__dirname}', 'run', 'python', '-m', 'windows_mcp', 'serve'],
          env: {
            UV_NO_SYNC: '1',
            TELEMETRY: '${user_config.telemetry}',
            BACKEND: '${user_config.backend}',
          },
        },
      },
      user_config: {
        telemetry: option('boolean', { required: false, default: true }),
        backend: option('string', { required: false, default: 'auto' }),
      },
      compatibility: { platforms: ['win32'], runtimes: { python: '>=3.13' } },
    },
    files: ['src/windows_mcp/__main__.py'],
    platform: 'win32',
    asks: ['telemetry', 'backend'],
    starts: ['uv', '--directory', '~', 'run', 'python', '-m', 'windows_mcp', 'serve'],
    env: { UV_NO_SYNC: '1', TELEMETRY: 'true', BACKEND: 'auto', ...UV },
    issues: ['bundle-dated 1970-01-01'],
  },
  {
    source: 'CursorTouch/Windows-MCP on Linux',
    manifest: {
      dxt_version: '0.1',
      name: 'Windows-MCP',
      version: '0.1.0',
      author: 'C',
      server: {
        type: 'python',
        entry_point: 'main.py',
        mcp_config: { command: 'uv', args: ['--directory', '${__dirname}', 'run', 'main.py'] },
      },
      compatibility: { platforms: ['win32'], runtimes: { python: '>=3.13' } },
    },
    files: ['main.py'],
    asks: [],
    starts: null,
    issues: ['not-for-this-system win32', 'bundle-dated 1970-01-01'],
  },
  {
    source: 'auth0/auth0-mcp-server: everything optional, texts that are switches',
    manifest: {
      manifest_version: '0.3',
      name: 'auth0-mcp-server',
      version: '0.1.0-beta.11',
      author: { name: 'A', url: 'https://a.example/' },
      server: {
        type: 'node',
        entry_point: 'dist/index.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/dist/index.js', 'run'],
          env: {
            AUTH0_TOKEN: '${user_config.auth0_token}',
            AUTH0_DOMAIN: '${user_config.auth0_domain}',
            AUTH0_MCP_READ_ONLY: '${user_config.read_only}',
            AUTH0_MCP_TOOLS: '${user_config.tools}',
            DEBUG: '${user_config.debug}',
          },
        },
      },
      user_config: {
        auth0_token: secret({ required: false }),
        auth0_domain: option('string', { required: false }),
        read_only: option('boolean', { default: false }),
        tools: option('string', { default: '*' }),
        debug: option('string', { default: '' }),
      },
      compatibility: { runtimes: { node: '>=18.0.0' } },
    },
    files: ['dist/index.js'],
    asks: ['auth0_token!', 'auth0_domain', 'read_only', 'tools', 'debug'],
    starts: ['node', '~/dist/index.js', 'run'],
    env: { AUTH0_MCP_READ_ONLY: 'false', AUTH0_MCP_TOOLS: '*' },
  },
  {
    source: 'wonderwhy-er/DesktopCommanderMCP: a template whose version was never filled in',
    manifest: {
      $schema: '../../dist/mcpb-manifest.schema.json',
      manifest_version: '0.1',
      name: 'desktop-commander',
      display_name: 'Desktop Commander',
      version: '{{VERSION}}',
      author: { name: 'D' },
      server: {
        type: 'node',
        entry_point: 'dist/index.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/dist/index.js'],
          env: { MCP_DXT: 'true', NODE_ENV: 'production' },
        },
      },
    },
    files: ['dist/index.js'],
    asks: [],
    starts: ['node', '~/dist/index.js'],
    env: { MCP_DXT: 'true', NODE_ENV: 'production' },
  },
  {
    source: 'dizzlkheinz/ynab-mcpb: no compatibility, CommonJS in a folder',
    manifest: {
      manifest_version: '0.3',
      name: 'ynab-mcp-server',
      version: '0.18.3',
      author: { name: 'k' },
      user_config: {
        YNAB_ACCESS_TOKEN: secret({ required: true }),
        YNAB_EXPORT_PATH: option('string', { required: false, default: '' }),
      },
      server: {
        type: 'node',
        entry_point: 'dist/bundle/index.cjs',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/dist/bundle/index.cjs'],
          env: {
            YNAB_ACCESS_TOKEN: '${user_config.YNAB_ACCESS_TOKEN}',
            YNAB_EXPORT_PATH: '${user_config.YNAB_EXPORT_PATH}',
          },
        },
      },
    },
    files: ['dist/bundle/index.cjs'],
    typed: { YNAB_ACCESS_TOKEN: 't' },
    asks: ['YNAB_ACCESS_TOKEN*!', 'YNAB_EXPORT_PATH'],
    starts: ['node', '~/dist/bundle/index.cjs'],
    env: { YNAB_ACCESS_TOKEN: '(secret)' },
  },
  {
    source: 'mongodb-js/mongodb-mcp-server: empty defaults, a boolean that guards writes',
    manifest: {
      manifest_version: '0.1',
      name: 'mongodb-mcp-server',
      version: '1.1.0',
      author: { name: 'M' },
      server: {
        type: 'node',
        entry_point: 'node_modules/mongodb-mcp-server/dist/index.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/node_modules/mongodb-mcp-server/dist/index.js'],
          env: {
            MDB_MCP_CONNECTION_STRING: '${user_config.connection}',
            MDB_MCP_API_CLIENT_ID: '${user_config.client_id}',
            MDB_MCP_READ_ONLY: '${user_config.read_only}',
          },
        },
      },
      user_config: {
        connection: secret({ default: '', required: false }),
        client_id: option('string', { default: '', required: false }),
        read_only: option('boolean', { default: true, required: false }),
      },
    },
    files: ['node_modules/mongodb-mcp-server/dist/index.js'],
    typed: { connection: 'mongodb://a' },
    asks: ['connection!', 'client_id', 'read_only'],
    starts: ['node', '~/node_modules/mongodb-mcp-server/dist/index.js'],
    env: { MDB_MCP_CONNECTION_STRING: '(secret)', MDB_MCP_READ_ONLY: 'true' },
  },
  {
    source: 'arc-mcp/arc-1: switches of writes, a number',
    manifest: {
      manifest_version: '0.3',
      name: 'arc-1',
      version: '0.7.0',
      author: { name: 'A' },
      server: {
        type: 'node',
        entry_point: 'dist/index.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/dist/index.js'],
          env: {
            SAP_URL: '${user_config.url}',
            SAP_CLIENT: '${user_config.client}',
            SAP_ALLOW_WRITES: '${user_config.allow_writes}',
          },
        },
      },
      user_config: {
        url: option('string', { required: true }),
        client: option('number', { default: 100, min: 0, max: 999 }),
        allow_writes: option('boolean', { default: false }),
      },
    },
    files: ['dist/index.js'],
    typed: { url: 'https://a.example', allow_writes: 'true' },
    asks: ['url*', 'client', 'allow_writes'],
    starts: ['node', '~/dist/index.js'],
    env: { SAP_URL: 'https://a.example', SAP_CLIENT: '100', SAP_ALLOW_WRITES: 'true' },
  },
  {
    source: 'lucidworks/fusion-cloud-native: a manifest alone, an image, options in arguments',
    manifest: {
      manifest_version: '0.2',
      name: 'fusion',
      version: '1.0.0',
      author: { name: 'L' },
      server: {
        type: 'binary',
        entry_point: 'docker',
        mcp_config: {
          command: 'docker',
          args: [
            'run',
            '-i',
            '-e',
            'URL=${user_config.url}',
            '-e',
            'TEAM=${user_config.team}',
            'a/fusion:1',
          ],
        },
      },
      user_config: {
        url: option('string', { required: true }),
        team: option('string', { required: false }),
      },
    },
    files: [],
    typed: { url: 'https://a.example' },
    asks: ['url*', 'team'],
    starts: ['docker', 'run', '-i', '-e', 'URL=https://a.example', 'a/fusion:1'],
    env: {},
  },
  {
    source: 'microsoft/mcp (Azure): a program, backslashes and no arguments on Windows',
    manifest: {
      manifest_version: '0.3',
      name: 'azure-mcp',
      version: '2.0.0',
      author: { name: 'M' },
      icons: [{ src: 'a.png', sizes: '64x64' }],
      server: {
        type: 'binary',
        entry_point: 'server/azmcp',
        mcp_config: {
          command: '${__dirname}/server/azmcp',
          args: ['server', 'start'],
          env: {},
          platform_overrides: { win32: { command: '${__dirname}\\server\\azmcp.exe', args: [] } },
        },
      },
    },
    files: ['server/azmcp.exe'],
    platform: 'win32',
    asks: [],
    starts: ['~\\server\\azmcp.exe'],
    env: {},
  },
  {
    source: 'jacob-bd/gemini-notebook-mcp-cli: a launcher in Python that needs uvx',
    manifest: {
      manifest_version: '0.3',
      name: 'notebook',
      version: '0.5.0',
      author: { name: 'J' },
      server: {
        type: 'python',
        entry_point: 'launcher.py',
        mcp_config: {
          command: 'python3',
          args: ['${__dirname}/launcher.py'],
          platform_overrides: { win32: { command: 'python' } },
        },
      },
    },
    files: ['launcher.py'],
    asks: [],
    starts: ['python3', '~/launcher.py'],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  },
  {
    source: 'masamnisakasama/invoice-selfserve-mcpb: uv, a folder as an argument',
    manifest: {
      manifest_version: '0.4',
      name: 'invoice',
      version: '0.2.0',
      author: { name: 'm' },
      server: {
        type: 'uv',
        entry_point: 'server/main.py',
        mcp_config: {
          command: 'uv',
          args: [
            'run',
            '--directory',
            '${__dirname}',
            'server/main.py',
            '--out',
            '${user_config.out}',
          ],
        },
      },
      user_config: { out: option('directory', { default: '${DOCUMENTS}/invoices' }) },
    },
    files: ['server/main.py'],
    asks: ['out'],
    starts: [
      'uv',
      'run',
      '--directory',
      '~',
      'server/main.py',
      '--out',
      '/home/ada/Documents/invoices',
    ],
    env: UV,
    issues: ['bundle-dated 1970-01-01'],
  },
  {
    source: 'heznpc/AirMCP: for the Mac alone, a template of a version',
    manifest: {
      manifest_version: '0.3',
      name: 'airmcp',
      version: '{{VERSION}}',
      author: { name: 'h' },
      server: {
        type: 'node',
        entry_point: 'dist/index.js',
        mcp_config: { command: 'node', args: ['${__dirname}/dist/index.js'], env: { A: null } },
      },
      compatibility: { platforms: ['darwin'], runtimes: { node: '>=20' } },
    },
    files: ['dist/index.js'],
    platform: 'darwin',
    asks: [],
    starts: ['node', '~/dist/index.js'],
    env: {},
  },
  {
    source: 'modelcontextprotocol/mcpb examples/hello-world-uv: no launch',
    manifest: {
      manifest_version: '0.4',
      name: 'hello-world-uv',
      version: '1.0.0',
      author: { name: 'A' },
      server: { type: 'uv', entry_point: 'src/server.py' },
    },
    files: ['src/server.py', 'pyproject.toml'],
    asks: [],
    starts: ['uv', 'run', '--directory', '~', 'src/server.py'],
    env: UV,
    issues: ['bundle-dated 1970-01-01', 'bundle-unlocked'],
  },
  {
    source:
      'modelcontextprotocol/mcpb examples/file-system-node: a list of folders, further members',
    manifest: {
      dxt_version: '0.1',
      id: 'files',
      name: 'file-system',
      version: '0.0.1',
      scripts: { build: 'x' },
      author: { name: 'A' },
      server: {
        type: 'node',
        entry_point: 'server/index.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/server/index.js', '${user_config.allowed_directories}'],
        },
      },
      user_config: {
        allowed_directories: option('directory', {
          multiple: true,
          required: true,
          default: ['${HOME}/Desktop'],
        }),
      },
    },
    files: ['server/index.js'],
    asks: ['allowed_directories'],
    starts: ['node', '~/server/index.js', '/home/ada/Desktop'],
    env: {},
  },
  {
    source: 'Smithery: an option with a dot in its name',
    manifest: {
      manifest_version: '0.3',
      name: 'exa',
      version: '1.0.0',
      author: { name: 'S' },
      server: {
        type: 'node',
        entry_point: './index.js',
        mcp_config: {
          command: 'node',
          args: ['${__dirname}/index.js', '--key=${user_config.auth.apiKey}'],
        },
      },
      user_config: { 'auth.apiKey': option('string', { required: true }) },
    },
    files: ['index.js'],
    typed: { 'auth.apiKey': 'k' },
    asks: ['auth.apiKey*!'],
    starts: ['node', '~/index.js', '--key=k'],
    env: {},
  },
]

it.each(CASES)(
  '$source',
  async ({ manifest, files, platform = 'linux', typed = {}, ...expected }) => {
    const test = createImportHarness()
    test.harness.bundles.platform = platform
    test.harness.bundles.bundles.set(PATH, {
      folder: FOLDER,
      workFolder: '/data/bundle-work/aa',
      sha256: 'aa',
      manifest: JSON.stringify(manifest),
      files: ['manifest.json', ...files],
      size: 1,
      signature: { state: 'none', signer: null, certificate: null, validity: null },
    })
    const { id } = await test.imports.open({ known: false })
    const preview = await test.imports.readFile(id, PATH)
    const inputs = preview.files[0]?.inputs ?? []
    const issues = importedServers(preview).flatMap(({ problems, notes }) =>
      [...problems, ...notes].map(({ code, detail }) => `${code} ${detail}`.trim()),
    )
    expect(issues).toEqual(expected.issues ?? [])
    const asks = inputs.map(
      ({ name, required, secret: isSecret }) =>
        `${name}${required ? '*' : ''}${isSecret ? '!' : ''}`,
    )
    expect(asks).toEqual(expected.asks)
    const answers = inputs.flatMap(({ id: inputId, name }): ImportAnswer[] =>
      typed[name] === undefined ? [] : [{ inputId, value: typed[name] }],
    )
    const choices = suggestedChoices(preview)
    const review = await test.imports.review(preview.id, choices, answers)
    await test.imports.save(preview.id, review.id, false)
    const transport = test.host.servers.list().at(-1)?.config.transport
    const started = transport?.kind === 'stdio' ? transport : null
    const words = started && [started.command, ...started.args]
    expect(words?.map((word) => word.replace(FOLDER, '~')) ?? null).toEqual(expected.starts)
    expect(started?.cwd).toBe(expected.starts ? FOLDER : undefined)
    const env = started?.env.map(({ name, value }) => [
      name,
      value.kind === 'plain' ? value.value : '(secret)',
    ])
    expect(env && Object.fromEntries(env)).toEqual(expected.env)
  },
)
