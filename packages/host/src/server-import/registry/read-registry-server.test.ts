import { describe, expect, it } from 'vitest'
import { readConfig } from '../read-config.ts'
import type { NamedTemplate } from '../launch-template.ts'
import { templateSource } from '../template.ts'

const named = (list: readonly NamedTemplate[]): string =>
  list.map(({ name, value }) => ` ${name}=${templateSource(value)}`).join('')

/** The launches of an entry, `?` for each input with `*` where it must be filled in, and what is said. */
function becomes(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const place = { home: '/home/ada', separator: '/' as const, folder: null }
  const { servers, problems } = readConfig({ text, source: 'text', place })
  const lines = servers.flatMap((server) => {
    const { key, target, download, problems: refused, notes, inputs, suggested } = server
    const words = target?.kind === 'stdio' ? [target.command, ...target.args] : []
    const launch =
      target?.kind === 'http'
        ? `${target.httpTransport} ${templateSource(target.url)}${named(target.headers)}`
        : target
          ? `${words.map(templateSource).join(' | ')}${named(target.env)}`
          : download
            ? `download ${download.url} ${download.sha256}`
            : 'none'
    return [
      `${key}: ${launch}${suggested ? '' : ' (off)'}`,
      ...inputs.map(({ kind, description, isOptional, fallback, options, many, note }) =>
        [
          `? ${description}${isOptional ? '' : '*'} ${kind}${many ? '[]' : ''}`,
          ...(fallback === null ? [] : [`=${fallback}`]),
          ...(options.length > 0 ? [`(${options.join('|')})`] : []),
          ...(note ? [`"${note}"`] : []),
        ].join(' '),
      ),
      ...refused.map(({ code, detail }) => `- ${code} ${detail}`),
      ...notes.map(({ code, detail }) => `~ ${code} ${detail}`),
    ]
  })
  return [...lines, ...problems.map(({ code }) => `! ${code}`)]
}

const entry = (more: object) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.ada/notes-mcp-server',
  description: 'Keeps notes',
  version: '1.2.3',
  ...more,
})
const npm = (more: object = {}) => ({
  registryType: 'npm',
  identifier: '@ada/notes',
  version: '1.2.3',
  transport: { type: 'stdio' },
  ...more,
})
const SHA256 = 'AB'.repeat(32)
const bundle = (more: object = {}) =>
  npm({
    registryType: 'mcpb',
    identifier: 'https://a.example/n.mcpb',
    fileSha256: SHA256,
    ...more,
  })
const packages = (...list: object[]) => entry({ packages: list })
const remotes = (...list: object[]) => entry({ remotes: list })
const withArguments = (...packageArguments: object[]) => packages(npm({ packageArguments }))
const withVariables = (...environmentVariables: object[]) => packages(npm({ environmentVariables }))
const NPX = 'notes: npx | -y | @ada/notes@1.2.3'

const shapes: [string, unknown, string[]][] = [
  ['a package of npm', packages(npm()), [NPX]],
  ['one for Bun', packages(npm({ runtimeHint: 'bunx' })), ['notes: bunx | -y | @ada/notes@1.2.3']],
  ['a hint that is no runner of its type', packages(npm({ runtimeHint: 'sh' })), [NPX]],
  [
    'another index of npm',
    packages(npm({ registryBaseUrl: 'https://npm.corp.example/' })),
    ['notes: npx | -y | --registry | https://npm.corp.example/ | @ada/notes@1.2.3'],
  ],
  ['the public index', packages(npm({ registryBaseUrl: 'https://registry.npmjs.org' })), [NPX]],
  [
    'arguments of the runner, which say yes themselves',
    packages(npm({ runtimeArguments: [{ type: 'positional', value: '--yes' }] })),
    ['notes: npx | --yes | @ada/notes@1.2.3'],
  ],
  ['no version', packages(npm({ version: undefined })), ['notes: npx | -y | @ada/notes']],
  [
    'a package of PyPI',
    packages(npm({ registryType: 'pypi', identifier: 'ada-notes', runtimeHint: 'uvx' })),
    ['notes: uvx | ada-notes==1.2.3'],
  ],
  [
    'another index of PyPI',
    packages(
      npm({ registryType: 'pypi', identifier: 'n', registryBaseUrl: 'https://pypi.corp.example' }),
    ),
    ['notes: uvx | --default-index | https://pypi.corp.example | n==1.2.3'],
  ],
  [
    'a package of NuGet with arguments',
    packages(
      npm({
        registryType: 'nuget',
        identifier: 'Ada.Notes',
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      }),
    ),
    ['notes: dnx | Ada.Notes@1.2.3 | --yes | -- | mcp'],
  ],
  [
    'an image with variables',
    packages(
      npm({
        registryType: 'oci',
        identifier: 'ghcr.io/ada/notes',
        environmentVariables: [{ name: 'KEY', isSecret: true, isRequired: true }],
      }),
    ),
    [
      'notes: docker | run | -i | --rm | -e | KEY | ghcr.io/ada/notes:1.2.3 KEY={KEY}',
      '? KEY* password',
    ],
  ],
  [
    'an image with its tag in the identifier, for Podman',
    packages(
      npm({ registryType: 'oci', identifier: 'localhost:5000/notes:2', runtimeHint: 'podman' }),
    ),
    ['notes: podman | run | -i | --rm | localhost:5000/notes:2'],
  ],
  [
    'an image by digest, whose port is no tag',
    packages(npm({ registryType: 'oci', identifier: 'a.example:5000/n@sha256:ab', version: '1' })),
    ['notes: docker | run | -i | --rm | a.example:5000/n@sha256:ab'],
  ],
  [
    'an image with a port and no tag',
    packages(npm({ registryType: 'oci', identifier: 'a.example:5000/n', version: '1' })),
    ['notes: docker | run | -i | --rm | a.example:5000/n:1'],
  ],
  [
    'arguments of Docker that pass the variable themselves',
    packages(
      npm({
        registryType: 'oci',
        identifier: 'ada/notes',
        runtimeArguments: [
          { type: 'positional', value: 'run' },
          { type: 'named', name: '-i' },
          { type: 'named', name: '-e', value: 'KEY={key}', variables: { key: { isSecret: true } } },
          {
            type: 'named',
            name: '--mount',
            value: 'type=bind,src={source_path},dst=/data',
            variables: { source_path: { format: 'filepath', isRequired: true } },
          },
        ],
        environmentVariables: [{ name: 'KEY', value: 'x' }],
      }),
    ),
    [
      'notes: docker | --rm | run | -i | -e | KEY={key} | --mount | type=bind,src={source_path},dst=/data | ada/notes:1.2.3 KEY=x',
      '? key password',
      '? source_path* file',
    ],
  ],
  [
    'a bundle to download',
    packages(bundle()),
    [`notes: download https://a.example/n.mcpb ${SHA256.toLowerCase()} (off)`],
  ],
  [
    'a bundle beside a package, which is suggested',
    packages(bundle(), npm()),
    [`notes: download https://a.example/n.mcpb ${SHA256.toLowerCase()} (off)`, NPX],
  ],
  [
    'a bundle without a digest',
    packages(bundle({ fileSha256: 'ab' })),
    ['notes: none (off)', '- registry-bundle-digest https://a.example/n.mcpb'],
  ],
  [
    'a bundle over a connection without encryption',
    packages(bundle({ identifier: 'http://a.example/n.mcpb' })),
    ['notes: none (off)', '- registry-bundle-address http://a.example/n.mcpb'],
  ],
  [
    'a bundle that is no address',
    packages(bundle({ identifier: 'n.mcpb' })),
    ['notes: none (off)', '- registry-bundle-address n.mcpb'],
  ],
  [
    'a bundle that the registry has deleted',
    {
      server: packages(bundle()),
      _meta: { 'io.modelcontextprotocol.registry/official': { status: 'deleted' } },
    },
    ['notes: none (off)', '- registry-deleted '],
  ],
  [
    'a type without a runner',
    packages(npm({ registryType: 'cargo', identifier: 'notes' })),
    ['notes: none (off)', '- registry-type cargo'],
  ],
  [
    'a package that serves over HTTP',
    packages(npm({ transport: { type: 'streamable-http', url: 'http://localhost:{port}/mcp' } })),
    ['notes: none (off)', '- transport-unknown streamable-http'],
  ],
  [
    'a package without an identifier',
    packages(npm({ identifier: '' })),
    ['notes: none (off)', '- nothing-to-run '],
  ],
  ...[
    { identifier: '--call=evil' },
    { identifier: 'notes evil' },
    { version: '-c' },
    { registryBaseUrl: 'http://npm.corp.example' },
  ].map((more): [string, unknown, string[]] => [
    `a word that its runner would take for more: ${JSON.stringify(more)}`,
    packages(npm(more)),
    ['notes: none (off)', `- registry-unsafe ${Object.values(more)[0]}`],
  ]),
  [
    'a variable that must be given, with its hints',
    withVariables({
      name: 'KEY',
      description: 'From your account',
      placeholder: 'sk-…',
      isRequired: true,
      isSecret: true,
    }),
    [`${NPX} KEY={KEY}`, '? KEY* password "From your account · sk-…"'],
  ],
  ['a fixed variable', withVariables({ name: 'MODE', value: 'stdio' }), [`${NPX} MODE=stdio`]],
  [
    'a variable with a default and choices',
    withVariables({ name: 'LOG', default: 'info', choices: ['info', 'debug'] }),
    [`${NPX} LOG={LOG}`, '? LOG choice =info (info|debug)'],
  ],
  [
    'a number, a switch, a folder and a file',
    withVariables(
      { name: 'PORT', format: 'number', default: 8080 },
      { name: 'SAFE', format: 'boolean', default: false },
      { name: 'ROOT_DIR', format: 'filepath' },
      { name: 'CONFIG', format: 'filepath' },
    ),
    [
      `${NPX} PORT={PORT} SAFE={SAFE} ROOT_DIR={ROOT_DIR} CONFIG={CONFIG}`,
      '? PORT number =8080',
      '? SAFE choice =false (true|false)',
      '? ROOT_DIR folder',
      '? CONFIG file',
    ],
  ],
  [
    'a variable made of a template, in which only what is explained is asked for',
    withVariables({
      name: 'URL',
      value: 'https://{host}/{x}?{fixed}',
      variables: { host: { default: 'a.example' }, fixed: { value: 'v=1' } },
    }),
    [`${NPX} URL=https://{host}/{x}?v=1`, '? host text =a.example'],
  ],
  [
    'a variable of the name of a member of every object',
    withVariables({ name: 'A', value: '{constructor} {__proto__}' }),
    [`${NPX} A={constructor} {__proto__}`],
  ],
  [
    'a variable without a name costs itself',
    withVariables({ value: 'x' }, { name: 'B', value: 'y' }),
    [`${NPX} B=y`],
  ],
  ['a word', withArguments({ type: 'positional', value: 'serve' }), [`${NPX} | serve`]],
  [
    'a word to fill in',
    withArguments({
      type: 'positional',
      valueHint: 'target_dir',
      isRequired: true,
      format: 'filepath',
    }),
    [`${NPX} | {target_dir}`, '? target_dir* folder'],
  ],
  [
    'words, any number of them',
    withArguments({ type: 'positional', valueHint: 'paths', isRepeated: true }),
    [`${NPX} | {paths}`, '? paths text[]'],
  ],
  ['a word of which nothing is said', withArguments({ type: 'positional' }), [NPX]],
  ['a flag', withArguments({ type: 'named', name: '--stdio' }), [`${NPX} | --stdio`]],
  [
    'a switch',
    withArguments({ type: 'named', name: '--read-only', format: 'boolean', default: 'true' }),
    [`${NPX} | {--read-only}`, '? --read-only choice =--read-only (--read-only)'],
  ],
  [
    'an option with a value',
    withArguments({
      type: 'named',
      name: '--port',
      value: '{port}',
      variables: { port: { default: '1' } },
    }),
    [`${NPX} | --port | {port}`, '? port text =1'],
  ],
  [
    'an option to fill in',
    withArguments({ type: 'named', name: '--key', isSecret: true, isRequired: true }),
    [`${NPX} | --key | {--key}`, '? --key* password'],
  ],
  [
    'an option that only a description explains',
    withArguments({ type: 'named', name: '--host', description: 'Host to use' }),
    [`${NPX} | --host | {--host}`, '? --host text "Host to use"'],
  ],
  ['an option without a name', withArguments({ type: 'named', value: 'x' }), [`${NPX} | x`]],
  [
    'an address',
    remotes({ type: 'streamable-http', url: 'https://a.example/mcp' }),
    ['notes: streamable-http https://a.example/mcp'],
  ],
  [
    'an address of the older transport',
    remotes({ type: 'sse', url: 'https://a.example/sse' }),
    ['notes: http-sse https://a.example/sse'],
  ],
  [
    'an address with a header and a variable',
    remotes({
      type: 'streamable-http',
      url: 'https://{tenant}.a.example/mcp',
      variables: { tenant: { isRequired: true, choices: ['eu', 'us'] } },
      headers: [
        {
          name: 'Authorization',
          value: 'Bearer {token}',
          variables: { token: { isSecret: true, isRequired: true } },
        },
      ],
    }),
    [
      'notes: streamable-http https://{tenant}.a.example/mcp Authorization=Bearer {token}',
      '? tenant* choice (eu|us)',
      '? token* password',
    ],
  ],
  [
    'an address of another kind',
    remotes({ type: 'websocket', url: 'wss://a.example' }),
    ['notes: none (off)', '- transport-unknown websocket'],
  ],
  [
    'several ways: the first that can run is selected',
    entry({
      packages: [
        npm({ registryType: 'cargo' }),
        npm(),
        npm({ registryType: 'pypi', identifier: 'n' }),
      ],
      remotes: [{ type: 'sse', url: 'https://a.example/sse' }],
    }),
    [
      'notes: none (off)',
      '- registry-type cargo',
      NPX,
      'notes: uvx | n==1.2.3 (off)',
      'notes: http-sse https://a.example/sse (off)',
    ],
  ],
  [
    'the spelling before 2025-09-16',
    {
      name: 'io.github.ada/notes',
      version_detail: { version: '1' },
      packages: [
        {
          registry_name: 'npm',
          name: 'old-notes',
          version: '1',
          package_arguments: [{ type: 'positional', value_hint: 'dir', is_required: true }],
          environment_variables: [{ name: 'KEY', is_secret: true }],
        },
      ],
      remotes: [{ transport_type: 'sse', url: 'https://a.example/sse' }],
    },
    [
      'notes: npx | -y | old-notes@1 | {dir} KEY={KEY}',
      '? KEY password',
      '? dir* text',
      'notes: http-sse https://a.example/sse (off)',
    ],
  ],
  [
    'an answer of the API',
    {
      server: packages(npm()),
      _meta: { 'io.modelcontextprotocol.registry/official': { status: 'active' } },
    },
    [NPX],
  ],
  [
    'a list of the API, with one that is advised against and one deleted',
    {
      servers: [
        {
          server: packages(npm()),
          _meta: {
            'io.modelcontextprotocol.registry/official': {
              status: 'deprecated',
              statusMessage: 'Use notes2.',
            },
          },
        },
        {
          server: packages(npm()),
          _meta: { 'io.modelcontextprotocol.registry/official': { status: 'deleted' } },
        },
        null,
      ],
      metadata: { count: 2 },
    },
    [NPX, '~ registry-deprecated Use notes2.', 'notes: none (off)', '- registry-deleted '],
  ],
  [
    'null of any member',
    entry({
      packages: [npm({ runtimeHint: null, transport: null, packageArguments: null })],
      remotes: null,
    }),
    [NPX],
  ],
  ['an entry without a way to run', entry({}), ['! no-servers']],
  ['a package.json', { name: 'x', packages: ['a'], dependencies: {} }, ['! no-servers']],
  [
    'inside of a page',
    `Add this:\n\n\`\`\`json\n${JSON.stringify(packages(npm()))}\n\`\`\`\n`,
    [NPX],
  ],
]

describe('an entry of a registry', () => {
  it.each(shapes)('%s', (_, value, expected) => {
    expect(becomes(value)).toEqual(expected)
  })
})
