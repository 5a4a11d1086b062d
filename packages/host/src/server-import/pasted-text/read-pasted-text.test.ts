import type { ServerConfig } from '@gatehouse/domain'
import { SHARED_FORMATS, serverAsJson, serverInstallLink } from '@gatehouse/domain/shared-server'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../read-config.ts'
import { templateSource, type Template } from '../template.ts'

const pairs = (list: { name: string; value: Template }[]): string =>
  list.map(({ name, value }) => ` ${name}=${templateSource(value)}`).join('')

/** The servers of a text: `name: command | arg | … NAME=value`, what is asked for, and what is said. */
function becomes(text: string): string[] {
  const { servers, problems } = readConfig({
    text,
    source: 'text',
    place: { home: '/home/ada', separator: '/', folder: null },
  })
  const said = problems.map(({ code, line }) => `! ${code}${line === null ? '' : `:${line}`}`)
  return [
    ...servers.flatMap(({ key, target, problems: refused, notes, inputs, suggested }) => {
      const words = target?.kind === 'stdio' ? [target.command, ...target.args] : []
      const launch =
        target?.kind === 'http'
          ? `${target.httpTransport === 'auto' ? '' : 'sse '}${templateSource(target.url)}${pairs(target.headers)}`
          : target
            ? `${words.map(templateSource).join(' | ')}${pairs(target.env)}`
            : 'none'
      return [
        `${key}: ${launch}${suggested ? '' : ' (off)'}`,
        ...inputs.map(({ description }) => `? ${description}`),
        ...refused.map(({ code, at }) => `- ${code} ${at}`),
        ...notes.map(({ code, at }) => `~ ${code} ${at}`),
      ]
    }),
    ...said,
  ]
}

const base64 = (value: unknown): string => btoa(JSON.stringify(value))
const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value))
const exa = { command: 'npx', args: ['-y', 'exa-mcp-server'], env: { EXA_API_KEY: '<YOUR_KEY>' } }

const configurations: [string, string, string[]][] = [
  [
    'Claude Desktop',
    JSON.stringify({ mcpServers: { exa } }),
    ['exa: npx | -y | exa-mcp-server EXA_API_KEY=<YOUR_KEY>', '? EXA_API_KEY'],
  ],
  [
    'several servers, comments and trailing commas',
    '{\n// mine\n"mcpServers": {"a": {"command": "x",}, /* two */ "b": {"url": "https://b.example/mcp"},},}',
    ['a: x', 'b: https://b.example/mcp'],
  ],
  ['smart quotes', '{“mcpServers”: {“a”: {“command”: “x”}}}', ['a: x']],
  [
    'a fragment without braces',
    '"memory": {"command": "npx", "args": ["-y", "m"]},',
    ['memory: npx | -y | m'],
  ],
  ['a wrapper without braces', '"mcpServers": {"a": {"command": "x"}}', ['a: x']],
  [
    'one server alone',
    '{"command": "uvx", "args": ["mcp-server-git"]}',
    ['git: uvx | mcp-server-git'],
  ],
  ['a map without a wrapper', '{"a": {"command": "x"}, "b": {"command": "y"}}', ['a: x', 'b: y']],
  [
    'VS Code with inputs',
    JSON.stringify({
      inputs: [{ id: 'key', type: 'promptString', description: 'Key', password: true }],
      servers: { a: { type: 'stdio', command: 'x', env: { K: '${input:key}' } } },
    }),
    ['a: x K=${input:key}'],
  ],
  ['settings.json of VS Code', '{"mcp": {"servers": {"a": {"command": "x"}}}}', ['a: x']],
  [
    'Zed',
    '{"context_servers": {"a": {"source": "custom", "command": "uv", "args": ["run"], "env": {}}}}',
    ['a: uv | run'],
  ],
  [
    'Zed before 2025',
    '{"context_servers": {"a": {"command": {"path": "uv", "args": ["run"], "env": {"A": "1"}}}}}',
    ['a: uv | run A=1'],
  ],
  [
    'OpenCode',
    '{"mcp": {"a": {"type": "local", "command": ["bun", "x", "a"], "environment": {"K": "{env:K}"}, "enabled": true}}}',
    ['a: bun | x | a K={env:K}'],
  ],
  [
    'OpenCode, turned off',
    '{"mcp": {"a": {"type": "remote", "url": "https://a.example", "enabled": false}}}',
    ['a: https://a.example (off)', '~ turned-off enabled'.replace('enabled', 'mcp.a.enabled')],
  ],
  [
    'Codex',
    '[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\nenv_vars = ["DOCS_TOKEN"]\nstartup_timeout_sec = 20\n\n[mcp_servers.docs.env]\nMODE = "fast"',
    [
      'docs: npx | -y | docs-mcp MODE=fast DOCS_TOKEN=${DOCS_TOKEN}',
      '~ not-taken-over mcp_servers.docs.startup_timeout_sec',
    ],
  ],
  [
    'Codex over HTTP',
    '[mcp_servers.x]\nurl = "https://x.example/mcp"\nbearer_token_env_var = "X_TOKEN"\nhttp_headers = { Region = "eu" }',
    ['x: https://x.example/mcp Region=eu Authorization=Bearer ${X_TOKEN}'],
  ],
  [
    'goose',
    'extensions:\n  files:\n    cmd: uvx\n    args: [files-mcp]\n    envs: {ROOT: /srv}\n    env_keys: [FILES_KEY]\n    type: stdio\n    enabled: true\n    timeout: 300\n  developer:\n    type: builtin\n    enabled: true',
    [
      'files: uvx | files-mcp ROOT=/srv FILES_KEY=${FILES_KEY}',
      '~ not-taken-over extensions.files.timeout',
    ],
  ],
  [
    'Continue',
    'name: mine\nmcpServers:\n  - name: sqlite\n    command: uvx\n    args:\n      - mcp-server-sqlite\n    env:\n      KEY: ${{ secrets.KEY }}',
    ['sqlite: uvx | mcp-server-sqlite KEY=${{ secrets.KEY }}'],
  ],
  [
    'LibreChat',
    'mcpServers:\n  web:\n    type: streamable-http\n    url: https://w.example/mcp\n    headers:\n      X-Key: "{{W_KEY}}"',
    ['web: https://w.example/mcp X-Key={{W_KEY}}', '? X-Key'],
  ],
  [
    'Windsurf',
    '{"mcpServers": {"a": {"serverUrl": "https://a.example/mcp"}}}',
    ['a: https://a.example/mcp'],
  ],
  [
    'Gemini',
    '{"mcpServers": {"a": {"httpUrl": "https://a.example/mcp"}}}',
    ['a: https://a.example/mcp'],
  ],
  [
    'Cherry Studio',
    '{"mcpServers": {"a": {"type": "streamableHttp", "baseUrl": "https://a.example"}}}',
    ['a: https://a.example'],
  ],
  [
    'Kimi',
    '{"mcpServers": {"a": {"transport": "sse", "url": "https://a.example"}}}',
    ['a: sse https://a.example'],
  ],
  [
    'approvals and helpers',
    '{"mcpServers": {"a": {"url": "https://a.example", "autoApprove": ["*"], "alwaysAllow": ["x"], "trust": true, "headersHelper": "curl evil"}}}',
    [
      'a: https://a.example',
      '~ approvals-not-taken-over mcpServers.a.autoApprove',
      '~ approvals-not-taken-over mcpServers.a.alwaysAllow',
      '~ approvals-not-taken-over mcpServers.a.trust',
      '~ helper-not-taken-over mcpServers.a.headersHelper',
    ],
  ],
  ['a type of null', '{"mcpServers": {"a": {"type": null, "command": "x"}}}', ['a: x']],
  [
    'a type that is a number beside a command',
    '{"mcpServers": {"a": {"type": 5, "command": "x"}}}',
    ['a: x', '~ not-taken-over mcpServers.a.type'],
  ],
  [
    'words in place of values',
    '{"mcpServers": {"a": {"command": "x", "args": ["--key", "YOUR_API_KEY", "/path/to/folder"], "env": {"T": "your-token-here"}}}}',
    [
      'a: x | --key | YOUR_API_KEY | /path/to/folder T=your-token-here',
      '? --key',
      '? /path/to/folder',
      '? T',
    ],
  ],
  [
    'a whole command line as the command',
    '{"mcpServers": {"a": {"command": "npx @playwright/mcp@latest --headless"}}}',
    ['a: npx | @playwright/mcp@latest | --headless'],
  ],
  [
    'a command that needs a shell',
    '{"mcpServers": {"a": {"command": "npx a && curl b"}}}',
    ['a: none', '- shell-syntax mcpServers.a.command'],
  ],
  [
    'a web socket',
    '{"mcpServers": {"a": {"type": "websocket", "url": "wss://a.example"}}}',
    ['a: none', '- transport-unknown mcpServers.a.type'],
  ],
  [
    'an empty command list',
    '{"mcpServers": {"a": {"command": []}}}',
    ['a: none', '- empty mcpServers.a.command'],
  ],
  ['broken JSON', '{"mcpServers": {"a": {"command": "x" "args": []}}}', ['! not-json:1']],
  ['broken TOML', '[mcp_servers.a]\ncommand = npx', ['! not-toml:2']],
  ['broken YAML', 'mcpServers:\n  a:\n command: [x\n', ['! not-yaml:2']],
  ['JSON of something else', '{"name": "x", "version": "1"}', ['! no-servers']],
]

const commands: [string, string[]][] = [
  [
    'npx -y @modelcontextprotocol/server-memory',
    ['memory: npx | -y | @modelcontextprotocol/server-memory'],
  ],
  [
    '$ uvx mcp-server-git --repository "/srv/my repo"',
    ['git: uvx | mcp-server-git | --repository | /srv/my repo'],
  ],
  ['bunx @scope/thing-mcp@1.2.3', ['thing: bunx | @scope/thing-mcp@1.2.3']],
  ['pnpm dlx some-mcp', ['some: pnpm | dlx | some-mcp']],
  ['API_KEY=abc env MODE=fast npx -y a-mcp', ['a: npx | -y | a-mcp API_KEY=abc MODE=fast']],
  [
    'docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server',
    [
      'github: docker | run | -i | --rm | -e | GITHUB_TOKEN | ghcr.io/github/github-mcp-server GITHUB_TOKEN=${GITHUB_TOKEN}',
    ],
  ],
  ['cmd /c npx -y a-mcp', ['a: npx | -y | a-mcp']],
  ['cmd /c "npx x & calc"', ['! shell-syntax']],
  ['npx -y a-mcp | tee log', ['! shell-syntax']],
  ['npx -y a-mcp $(cat ~/.ssh/id_rsa)', ['! shell-syntax']],
  ['npx -y "a-mcp', ['! quote-open']],
  ['npx -y a-mcp --token $TOKEN', ['a: npx | -y | a-mcp | --token | ${TOKEN}']],
  ['npx -y a-mcp \\\n  --root C:\\Users\\ada', ['a: npx | -y | a-mcp | --root | C:\\Users\\ada']],
  ['npx a-mcp --api-key <YOUR_KEY>', ['a: npx | a-mcp | --api-key | <YOUR_KEY>', '? --api-key']],
  ['/opt/tools/weather --stdio', ['weather: /opt/tools/weather | --stdio']],
  ['npm install -g a-mcp', ['! installs-only']],
  ['npx -y a-mcp\nuvx b-mcp', ['a: npx | -y | a-mcp', 'b: uvx | b-mcp']],
  [
    'claude mcp add files -e ROOT=/srv MODE=ro -- npx -y files-mcp',
    ['files: npx | -y | files-mcp ROOT=/srv MODE=ro'],
  ],
  [
    'claude mcp add --transport http notes https://n.example/mcp --header "Authorization: Bearer x"',
    ['notes: https://n.example/mcp Authorization=Bearer x'],
  ],
  ['claude mcp add --transport sse old https://o.example/sse', ['old: sse https://o.example/sse']],
  [`claude mcp add-json a '{"command":"x","args":["y"]}'`, ['a: x | y']],
  ['claude mcp add a — npx -y a-mcp', ['a: npx | -y | a-mcp']],
  ['codex mcp add docs --env K=v -- npx -y docs-mcp', ['docs: npx | -y | docs-mcp K=v']],
  ['codex mcp add web --url https://w.example/mcp', ['web: https://w.example/mcp']],
  [
    'gemini mcp add -s user a npx -y a-mcp -e K=v --trust',
    ['a: npx | -y | a-mcp K=v', '~ approvals-not-taken-over a.trust'],
  ],
  ['gemini mcp add -t http web https://w.example/mcp', ['web: https://w.example/mcp']],
  [`code --add-mcp '{"name":"a","command":"x"}'`, ['a: x']],
]

const links: [string, string, string[]][] = [
  [
    'VS Code',
    `vscode:mcp/install?${encoded({ name: 'a', command: 'x', args: ['y'] })}`,
    ['a: x | y'],
  ],
  [
    'VS Code on the web',
    `https://insiders.vscode.dev/redirect/mcp/install?name=a&config=${encoded({ command: 'x', env: { K: '${input:k}' } })}&inputs=${encoded([{ id: 'k', type: 'promptString' }])}`,
    ['a: x K=${input:k}'],
  ],
  [
    'VS Code by redirection',
    `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encoded({ name: 'a', command: 'x' })}`)}`,
    ['a: x'],
  ],
  ['VS Code by name', 'vscode:mcp/by-name/io.github.x%2Fy', ['! registry-name']],
  [
    'Cursor',
    `cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=${base64({ command: 'npx x', autoApprove: ['*'] })}`,
    ['a: npx | x', '~ approvals-not-taken-over servers.a.autoApprove'],
  ],
  [
    'Cursor on the web',
    `https://cursor.com/en/install-mcp?name=a&config=${encodeURIComponent(base64({ url: 'https://a.example' }))}`,
    ['a: https://a.example'],
  ],
  ['LM Studio', `lmstudio://add_mcp?name=a&config=${base64({ command: 'x' })}`, ['a: x']],
  [
    'goose',
    'goose://extension?cmd=npx&arg=-y&arg=a-mcp&id=a&name=Files&env=A_KEY%3DYour%20key',
    ['Files: npx | -y | a-mcp A_KEY=<A_KEY>', '? A_KEY'],
  ],
  [
    'goose over HTTP',
    'goose://extension?url=https%3A%2F%2Fa.example&transport=streamable_http&name=a',
    ['a: https://a.example'],
  ],
  [
    'Cherry Studio',
    `cherrystudio://mcp/install?servers=${base64({ mcpServers: { a: { command: 'x' } } })}`,
    ['a: x'],
  ],
  ['Kiro', `kiro://kiro.mcp/add?name=a&config=${encoded({ command: 'x' })}`, ['a: x']],
  ['ours', `gatehouse://mcp/install?name=a&config=${base64({ command: 'x' })}`, ['a: x']],
  ['ours, too long', `gatehouse://mcp/install?config=${'A'.repeat(9000)}`, ['! too-long']],
  [
    'one that cannot be read',
    'cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=%%%',
    ['! link-unreadable'],
  ],
]

const others: [string, string, string[]][] = [
  ['a URL', 'https://mcp.example.com/mcp', ['example: https://mcp.example.com/mcp']],
  [
    'a package',
    '@modelcontextprotocol/server-memory',
    ['memory: npx | -y | @modelcontextprotocol/server-memory'],
  ],
  ['a page of npm', 'https://www.npmjs.com/package/a-mcp', ['a: npx | -y | a-mcp']],
  ['a page of PyPI', 'https://pypi.org/project/mcp-server-git/', ['git: uvx | mcp-server-git']],
  ['a repository', 'https://github.com/owner/repo', ['! page-not-server']],
  ['a name of the registry', 'io.github.owner/files', ['! registry-name']],
  ['words', 'please add the memory server', ['! not-recognised']],
  ['nothing', '  \n', ['! not-recognised']],
  [
    'a README with two dialects and a command',
    '# Exa\n\nInstall:\n```bash\nnpm install -g exa\n```\nThen:\n```json\n{"mcpServers": {"exa": {"command": "npx", "args": ["exa"]}}}\n```\n```toml\n[mcp_servers.exa]\ncommand = "npx"\nargs = ["exa"]\n```\nor\n```\nclaude mcp add exa -- npx exa\n```',
    ['exa: npx | exa', 'exa: npx | exa', 'exa: npx | exa'],
  ],
  [
    'a README with four dialects as people write them, and two servers of one name',
    [
      '# Notes',
      '```json',
      '{ // Claude',
      '  “mcpServers”: { “notes”: { “command”: “npx”, “args”: [“-y”, “notes-mcp”,], }, },',
      '}',
      '```',
      '```jsonc',
      '{ "servers": { "notes": { "type": "http", "url": "https://n.example/mcp", /* VS Code */ }, } }',
      '```',
      '```toml',
      '[mcp_servers.notes]',
      'command = "npx"',
      'args = ["-y", "notes-mcp"]',
      '```',
      '```yaml',
      'extensions:',
      '  notes: {cmd: uvx, args: [notes-mcp], type: stdio}',
      '```',
    ].join('\n'),
    [
      'notes: npx | -y | notes-mcp',
      'notes: https://n.example/mcp',
      'notes: npx | -y | notes-mcp',
      'notes: uvx | notes-mcp',
    ],
  ],
  [
    'prose around an object',
    'Add this: {"mcpServers": {"a": {"command": "x"}}} and restart.',
    ['a: x'],
  ],
  ['prose around a command', 'To start it run `npx -y a-mcp` in a shell.', ['a: npx | -y | a-mcp']],
  [
    'a badge',
    `[![Add](https://x.example/b.svg)](https://cursor.com/install-mcp?name=a&config=${base64({ command: 'x' })})`,
    ['a: x'],
  ],
]

describe('a pasted text', () => {
  it.each(configurations)('in the dialect of %s', (_name, text, expected) => {
    expect(becomes(text)).toEqual(expected)
  })
  it.each(commands)('that is the command %s', (text, expected) => {
    expect(becomes(text)).toEqual(expected)
  })
  it.each(links)('that is a link of %s', (_name, text, expected) => {
    expect(becomes(text)).toEqual(expected)
  })
  it.each(others)('that is %s', (_name, text, expected) => {
    expect(becomes(text)).toEqual(expected)
  })

  it('is told by the line of the whole text', () => {
    const { servers } = readConfig({
      text: 'Two lines\nof prose\n```json\n{\n"a": {"command": "x", "odd": 1}}\n```\n',
      source: 'text',
      place: { home: '/', separator: '/', folder: null },
    })
    expect(servers.map(({ line, notes }) => [line, notes[0]?.line])).toEqual([[5, 5]])
  })
})

describe('a hostile text', () => {
  it('of nested YAML, TOML or aliases is refused, not built', () => {
    expect(becomes(`a: ${'['.repeat(20_000)}`)[0]).toMatch(/too-deep|not-yaml/)
    expect(becomes(`a = ${'['.repeat(20_000)}`)[0]).toMatch(/not-toml/)
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [at, name] of Array.from('bcdefgh').entries())
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
    expect(becomes(bomb.join('\n'))[0]).toMatch(/not-yaml|too-many-values/)
  })

  it('of many characters without a server is read once', () => {
    for (const part of ['{', '`', 'npx ', '"', '<a', 'a=b ', '```\n', '/*', '\\\n'])
      expect(becomes(part.repeat(100_000 / part.length)).length).toBeGreaterThan(0)
  })
})

describe('a server copied for others', () => {
  const transport: ServerConfig['transport'] = {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'exa-mcp-server@3.1.0', '--token=sk-abcdefgh12345678'],
    env: [{ name: 'EXA_API_KEY', value: { kind: 'secret', ref: 'x' } }],
  }
  const source = { name: 'exa', transport }

  it('is read back as the same launch, with its secrets asked for', () => {
    const texts = SHARED_FORMATS.map((format) => serverAsJson(source, format).text)
    const read = [...texts, serverInstallLink(source)?.text ?? ''].map(becomes)
    const [first] = read
    expect(first?.[0]).toMatch(/^exa: npx \| -y \| exa-mcp-server@3\.1\.0 \| --token=/)
    expect(first?.filter((line) => line.startsWith('?'))).toHaveLength(2)
    for (const other of read) expect(other).toEqual(first)
  })
})
