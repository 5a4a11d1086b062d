import type { ImportSource } from '@gatehouse/domain/launch'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { membersOf, readJsonText } from './json-text.ts'
import { readConfig, type ParsedConfig } from './read-config.ts'
import { templateSource, type Template } from './template.ts'

function read(text: string, source: ImportSource, folder: string | null = null): ParsedConfig {
  return readConfig({ text, source, place: { home: '/home/ada', separator: '/', folder } })
}

/** Returns the launches of a configuration, with variables as written. */
function launches(config: ParsedConfig): unknown[] {
  return config.servers.map(({ key, target, suggested }) => {
    if (!target) return { key, none: true }
    const off = suggested ? {} : { off: true }
    const pairs = (list: { name: string; value: Template }[]) =>
      Object.fromEntries(list.map(({ name, value }) => [name, templateSource(value)]))
    if (target.kind === 'http') {
      const { url, headers, httpTransport } = target
      return { key, ...off, url: templateSource(url), headers: pairs(headers), httpTransport }
    }
    return {
      key,
      ...off,
      run: [target.command, ...target.args].map(templateSource),
      env: pairs(target.env),
      cwd: target.cwd && templateSource(target.cwd),
    }
  })
}

/** `code at:line detail` of everything that is said about a file and its servers. */
function issuesOf(config: ParsedConfig): string[] {
  const issues = [
    ...config.problems,
    ...config.servers.flatMap(({ problems, notes }) => [...problems, ...notes]),
  ]
  return issues.map(({ code, at, line, detail }) => `${code} ${at}:${line ?? '-'} ${detail}`.trim())
}

describe('a configuration of Claude Desktop', () => {
  const text = `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/Desktop", "\${HOME}"]
    },
    "github": {
      "command": "docker",
      "args": ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "ghcr.io/github/github-mcp-server"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "ghp_x", "PORT": 8080, "DEBUG": true, "OFF": null },
      "disabled": true,
      "autoApprove": ["list_issues"],
      "alwaysAllow": ["get_me"],
      "timeout": 60
    },
    "remote": { "type": "sse", "url": "https://example.org/sse", "headers": { "Authorization": "Bearer x" } }
  }
}`

  it('keeps every server, argument and variable, and fills in only what that program does', () => {
    const config = read(text, 'claude-desktop')
    expect(launches(config)).toEqual([
      {
        key: 'filesystem',
        run: [
          'npx',
          '-y',
          '@modelcontextprotocol/server-filesystem',
          '/home/ada/Desktop',
          '${HOME}',
        ],
        env: {},
        cwd: null,
      },
      {
        key: 'github',
        off: true,
        run: [
          'docker',
          'run',
          '-i',
          '--rm',
          '-e',
          'GITHUB_PERSONAL_ACCESS_TOKEN',
          'ghcr.io/github/github-mcp-server',
        ],
        env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'ghp_x', PORT: '8080', DEBUG: 'true' },
        cwd: null,
      },
      {
        key: 'remote',
        url: 'https://example.org/sse',
        headers: { Authorization: 'Bearer x' },
        httpTransport: 'http-sse',
      },
    ])
    expect(config.servers[0]?.target).toMatchObject({ args: [{}, {}, {}, [{ kind: 'text' }]] })
  })

  it('takes no approvals over, and names each field that it leaves behind', () => {
    expect(issuesOf(read(text, 'claude-desktop'))).toEqual([
      'not-taken-over mcpServers.github.env.OFF:11 OFF',
      'turned-off mcpServers.github.disabled:12',
      'approvals-not-taken-over mcpServers.github.autoApprove:13 autoApprove',
      'approvals-not-taken-over mcpServers.github.alwaysAllow:14 alwaysAllow',
      'not-taken-over mcpServers.github.timeout:15 timeout',
    ])
  })
})

describe('a configuration of VS Code', () => {
  const text = `{
  // Asked for once
  "inputs": [
    { "type": "promptString", "id": "key", "description": "API key", "password": true },
    { "type": "promptString", "id": "host", "description": "Host", "default": "example.org" },
    { "type": "pickString", "id": "level", "options": ["low", { "label": "High", "value": "high" }], "default": "low" },
  ],
  "servers": {
    "perplexity": {
      "type": "stdio",
      "command": "node",
      "args": ["\${workspaceFolder}/server.js", "--level=\${input:level}", "\${userHome}\${/}x", "\${SHELL_LIKE}"],
      "env": { "KEY": "\${input:key}", "USER_NAME": "\${env:USER}" },
      "envFile": "\${workspaceFolder}/.env",
      "gallery": "x", /* trailing comma next */
    },
    "remote": { "type": "http", "url": "https://\${input:host}/mcp", },
    "editor": { "command": "\${command:pick}", "args": ["\${file}"] },
  },
}`

  it('is read with comments, trailing commas, inputs and the folder', () => {
    const config = read(text, 'vscode', '/code/app')
    expect(launches(config)).toEqual([
      {
        key: 'perplexity',
        run: [
          'node',
          '/code/app/server.js',
          '--level=${input:level}',
          '/home/ada/x',
          '${SHELL_LIKE}',
        ],
        env: { KEY: '${input:key}', USER_NAME: '${env:USER}' },
        cwd: '/code/app',
      },
      { key: 'remote', url: 'https://${input:host}/mcp', headers: {}, httpTransport: 'auto' },
      { key: 'editor', none: true },
    ])
    expect(issuesOf(config)).toEqual([
      'env-file servers.perplexity.envFile:14 ${workspaceFolder}/.env',
      'not-taken-over servers.perplexity.gallery:15 gallery',
      'variable-unsupported servers.editor.command:18 ${command:pick}',
      'variable-unsupported servers.editor.args[0]:18 ${file}',
    ])
    expect(config.inputs).toEqual([
      { name: 'key', kind: 'password', description: 'API key', options: [], fallback: null },
      { name: 'host', kind: 'text', description: 'Host', options: [], fallback: 'example.org' },
      { name: 'level', kind: 'choice', description: '', options: ['low', 'high'], fallback: 'low' },
    ])
  })

  it('leaves "${workspaceFolder}" to each start where no folder is known', () => {
    const [perplexity] = launches(read(text, 'vscode'))
    expect(JSON.stringify(perplexity)).toContain('${workspaceFolder}/server.js')
  })
})

describe('a configuration of Claude Code', () => {
  const text = JSON.stringify({
    numStartups: 12,
    mcpServers: {
      api: {
        type: 'http',
        url: '${API_BASE_URL:-https://api.example.org}/mcp',
        headers: { Authorization: 'Bearer ${API_KEY}' },
      },
    },
    projects: {
      '/code/app': {
        allowedTools: [],
        mcpServers: { local: { type: 'stdio', command: './run', args: [], cwd: 'server' } },
      },
      '/code/empty': { mcpServers: {} },
    },
  })

  it('is read with the servers of projects, which start in their folders', () => {
    const config = read(text, 'claude-code')
    expect(launches(config)).toEqual([
      {
        key: 'api',
        url: '${API_BASE_URL:-https://api.example.org}/mcp',
        headers: { Authorization: 'Bearer ${API_KEY}' },
        httpTransport: 'auto',
      },
      { key: 'local', run: ['./run'], env: {}, cwd: '/code/app/server' },
    ])
    expect(config.servers[0]?.target).toMatchObject({
      url: [
        { kind: 'environment', name: 'API_BASE_URL', fallback: 'https://api.example.org' },
        { text: '/mcp' },
      ],
      headers: [
        { value: [{ text: 'Bearer ' }, { kind: 'environment', name: 'API_KEY', fallback: null }] },
      ],
    })
    expect(config.servers[1]?.at).toBe('projects["/code/app"].mcpServers.local')
  })
})

describe('pasted text', () => {
  it.each([
    ['{"mcpServers":{"a":{"command":"x"}}}', ['a']],
    ['{"mcp":{"servers":{"a":{"command":"x"}}}}', ['a']],
    ['{"a":{"command":"x"},"b":{"url":"https://b.example"}}', ['a', 'b']],
    ['{"command":"x"}', ['x']],
    ['{"serverUrl":"https://b.example"}', ['b']],
    ['\ufeff{"servers":{"a":{"command":"x"}}}', ['a']],
  ])('%s is understood', (text, keys) => {
    const config = read(text, 'text')
    expect(config.servers.map(({ key }) => key)).toEqual(keys)
    expect(config.servers.every(({ target }) => target !== null)).toBe(true)
  })
})

describe('a hostile or broken file', () => {
  it.each([
    ['', ['no-servers :-']],
    ['{}', ['no-servers :-']],
    ['null', ['no-servers :-']],
    ['{\n"mcpServers": {"a": {"command": "x"}}', ['not-json :2 CloseBraceExpected']],
    ['{\n\n"mcpServers" {}}', ['not-json :3 ColonExpected']],
    ['{"mcpServers":[]}', ['wrong-type mcpServers:1 object']],
    ['{"mcpServers":{"a":"npx"}}', ['wrong-type mcpServers.a:1 object']],
    ['{"mcpServers":{"a":{}}}', ['nothing-to-run mcpServers.a:1']],
    [
      '{"mcpServers":{"a":{"command":["npx"],"args":"-y","env":[]}}}',
      ['wrong-type mcpServers.a.args:1 array', 'wrong-type mcpServers.a.env:1 object'],
    ],
    [
      '{"mcpServers":{"a":{"command":"x","args":[{}],"env":{"A":[]}}}}',
      ['wrong-type mcpServers.a.args[0]:1 string', 'wrong-type mcpServers.a.env.A:1 string'],
    ],
    [
      '{"mcpServers":{"a":{"type":"ws","url":"ws://x"}}}',
      ['transport-unknown mcpServers.a.type:1 ws'],
    ],
    ['{"mcpServers":{"a":{"type":5,"url":"x"}}}', ['not-taken-over mcpServers.a.type:1 type']],
    [
      '{"mcpServers":{"a":{"command":"x","url":"https://x"}}}',
      ['url-left-out mcpServers.a.url:1 url'],
    ],
    [
      '{"mcpServers":{"a":{"command":"x","type":"http","url":"https://x","args":[]}}}',
      [
        'command-left-out mcpServers.a.command:1 command',
        'not-taken-over mcpServers.a.args:1 args',
      ],
    ],
    [
      '{"mcpServers":{"a":{"command":"x","env":{"__proto__":"y"}}}}',
      ['reserved-name mcpServers.a.env.__proto__:1 __proto__'],
    ],
  ])('%s is told in its place', (text, expected) => {
    expect(issuesOf(read(text, 'cursor'))).toEqual(expected)
  })

  it('does not pollute prototypes, and keeps servers whose names are those of prototypes', () => {
    const config = read(
      '{"__proto__":{"x":1},"mcpServers":{"__proto__":{"command":"x","polluted":true},"constructor":{"command":"y"}}}',
      'file',
    )
    expect(config.servers.map(({ key }) => key)).toEqual(['__proto__', 'constructor'])
    expect('polluted' in {}).toBe(false)
  })

  it('keeps both of two servers with the same name', () => {
    const config = read('{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}', 'file')
    expect(launches(config)).toMatchObject([{ run: ['x'], off: true }, { run: ['y'] }])
    expect(issuesOf(config)).toEqual(['repeated-key mcpServers.a:1 a'])
  })

  it('does not overflow the stack on deep nesting', () => {
    const deep = `{"mcpServers":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`
    expect(issuesOf(read(deep, 'file'))).toEqual(['too-deep :- 128'])
  })

  /**
   * @threat inbound.configuration
   * @attacker configuration
   * @tries To block main with a configuration of millions of values, or to hide what a number is.
   * @stoppedBy A file is scanned before it is parsed; numbers are taken as they are written.
   * @threat configuration.large
   */
  it('is not parsed when it holds more values than a configuration could', () => {
    const many = `{"mcpServers":[${'{},'.repeat(100_000)}{}]}`
    expect(issuesOf(read(many, 'file'))).toEqual(['too-many-values :- 30000'])
    const wrong = `{"mcpServers":[${'x '.repeat(200_000)}`
    expect(issuesOf(read(wrong, 'file'))).toEqual(['too-many-values :- 30000'])
    expect(issuesOf(read(`"${'x'.repeat(5_000_000)}"`, 'text'))).toEqual(['too-large :- 5'])
  })

  /** @threat inbound.configuration */
  it('gives numbers as they are written, whatever a double makes of them', () => {
    const args = '["--big", 9007199254740993, 1e400, 1.50, true]'
    const [launch] = launches(read(`{"command":"node","args":${args}}`, 'text'))
    expect(launch).toMatchObject({
      run: ['node', '--big', '9007199254740993', '1e400', '1.50', 'true'],
    })
  })

  it('shows a bounded number of servers, and names the rest', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_none, index) => [`s${index}`, { command: 'x' }]),
    )
    const config = read(JSON.stringify({ mcpServers: many }), 'file')
    expect(config.servers).toHaveLength(200)
    expect(issuesOf(config)).toEqual(['too-many-servers :- 9800'])
  })

  it('lists a bounded number of unknown fields', () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_none, at) => [`f${at}`, 1]))
    const config = read(JSON.stringify({ mcpServers: { a: { command: 'x', ...fields } } }), 'file')
    const notes = issuesOf(config)
    expect(notes).toHaveLength(25)
    expect(notes.at(-1)).toBe('not-taken-over :- +4976')
  })
})

describe('whatever a file holds', () => {
  const field = fc.oneof(
    fc.constantFrom('command', 'args', 'env', 'url', 'headers', 'type', 'cwd', 'disabled'),
    fc.string(),
  )
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '${input:x}',
      '${env:Y}',
      '${Z:-d}',
      '${workspaceFolder}',
      '\0',
      'sse',
      'stdio',
    ),
    fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
    fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue())),
    fc.jsonValue(),
  )
  const entry = fc.oneof(fc.dictionary(field, value), fc.jsonValue())
  const map = fc.dictionary(fc.string(), entry, { maxKeys: 6 })
  const sources = fc.constantFrom<ImportSource>(
    'claude-desktop',
    'vscode',
    'cursor',
    'claude-code',
    'file',
    'text',
  )

  it('does not throw, and loses no entry without a word', () => {
    fc.assert(
      fc.property(
        map,
        fc.constantFrom('mcpServers', 'servers'),
        sources,
        (servers, key, source) => {
          const text = JSON.stringify({ [key]: servers })
          const config = read(text, source)
          const json = readJsonText(text)
          const root = 'root' in json ? json.root : null
          const entries = membersOf(membersOf(root)[0]?.value)
          expect(config.servers.map((server) => server.key)).toEqual(entries.map((one) => one.key))
          for (const { target, problems } of config.servers)
            expect(target === null).toBe(problems.length > 0)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('does not throw on text that is not JSON', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '/', '*', '\n', 'a', '\\'),
      }),
    )
    fc.assert(
      fc.property(noise, sources, (text, source) => {
        const config = read(text, source)
        expect(config.problems.length + config.servers.length).toBeGreaterThan(0)
      }),
      { numRuns: 100 },
    )
  })
})
