import { describe, expect, it } from 'vitest'
import { parseJson } from '../json/parse-json.ts'
import type { ServerConfig } from './server.ts'
import { SHARED_FORMATS, serverAsJson, serverInstallLink } from './shared-server.ts'

type Source = Pick<ServerConfig, 'name' | 'transport'>

const KEY = 'sk-abcdefgh12345678'
const local: Source = {
  name: 'exa search',
  transport: {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'exa-mcp-server@3.1.0', '--api-key', KEY, `--token=${KEY}`, KEY, '--depth', '3'],
    env: [
      { name: 'EXA_API_KEY', value: { kind: 'secret', ref: 'server/1/x' } },
      { name: 'PLAIN_TOKEN', value: { kind: 'plain', value: 'hunter2hunter2' } },
      { name: 'LOG_LEVEL', value: { kind: 'plain', value: 'debug' } },
    ],
    cwd: '/work',
  },
}
const remote: Source = {
  name: 'issues',
  transport: {
    kind: 'http',
    url: `https://ada:pass@mcp.example.com/v1?api_key=${KEY}&page=2`,
    headers: [
      { name: 'Authorization', value: { kind: 'secret', ref: 'server/2/x' } },
      { name: 'X-Region', value: { kind: 'plain', value: 'eu' } },
    ],
  },
}

describe('a server as text for others', () => {
  /**
   * @threat configuration.shared-secret
   * @attacker configuration
   * @tries To have a person pass on a key with a server that they copy for somebody else: one in the keychain, in a
   * variable or header that is not marked as secret, in an argument, or in an address.
   * @stoppedBy Each value that is secret, or that looks so by its name or by its text, is copied as a placeholder,
   * which an import asks for; the app names those values.
   * @remains A secret that looks like a word, under a name that does not say so, is copied as it is.
   */
  it('names secrets and holds none of them, whatever the format', () => {
    for (const source of [local, remote])
      for (const { text } of [
        ...SHARED_FORMATS.map((format) => serverAsJson(source, format)),
        serverInstallLink(source) ?? { text: KEY },
      ])
        expect(decodeURIComponent(text)).not.toMatch(/sk-abc|hunter2|pass@|server\/\d\/x/)
    expect(serverAsJson(local, 'zed').left).toEqual([
      'api-key',
      'token',
      'secret',
      'EXA_API_KEY',
      'PLAIN_TOKEN',
    ])
    expect(serverAsJson(remote, 'zed').left).toEqual(['password', 'api_key', 'Authorization'])
  })

  it('is written as each product reads it', () => {
    const env = { EXA_API_KEY: '<EXA_API_KEY>', PLAIN_TOKEN: '<PLAIN_TOKEN>', LOG_LEVEL: 'debug' }
    const args =
      '-y exa-mcp-server@3.1.0 --api-key <api-key> --token=<token> <secret> --depth 3'.split(' ')
    const entry = { command: 'npx', args, env, cwd: '/work' }
    const address = {
      url: 'https://mcp.example.com/v1?api_key=<api_key>&page=2',
      headers: { Authorization: '<Authorization>', 'X-Region': 'eu' },
    }
    const written = (source: Source) =>
      SHARED_FORMATS.map((format) => JSON.parse(serverAsJson(source, format).text) as unknown)
    expect(written(local)).toEqual([
      { mcpServers: { 'exa search': entry } },
      { servers: { 'exa search': { type: 'stdio', ...entry } } },
      { context_servers: { 'exa search': entry } },
      {
        mcp: {
          'exa search': {
            type: 'local',
            command: ['npx', ...args],
            environment: env,
            cwd: '/work',
          },
        },
      },
    ])
    expect(written(remote)).toEqual([
      { mcpServers: { issues: { type: 'http', ...address } } },
      { servers: { issues: { type: 'http', ...address } } },
      { context_servers: { issues: { type: 'http', ...address } } },
      { mcp: { issues: { type: 'remote', ...address } } },
    ])
  })

  /** @threat configuration.shared-secret */
  it.each([
    ['-e', `API_KEY=${KEY}`],
    ['', `--env=API_KEY=${KEY}`],
    ['--header', `Authorization: Bearer ${KEY}`],
    ['', `--header=Authorization: Bearer ${KEY}`],
    ['', `{"apiKey":"${KEY}"}`],
    ['--config', `{"user":"ada","password":"${KEY}"}`],
    ['', `postgres://ada:${KEY}@localhost/db`],
    ['', `--url=postgres://ada:${KEY}@localhost/db`],
    ['', `https://mcp.example.com/mcp?token=${KEY}`],
    ['', `https://mcp.example.com/${KEY}/mcp`],
    ['-c', `export TOKEN=${KEY}; node server.js`],
  ])('holds no secret of the arguments %j %j', (before, argument) => {
    const args = [before, argument].filter((word) => word !== '')
    const source: Source = {
      name: 'x',
      transport: { kind: 'stdio', command: 'node', args, env: [] },
    }
    const { text, left } = serverAsJson(source, 'mcpServers')
    expect(text).not.toContain(KEY)
    expect(left).toHaveLength(1)
  })

  it('hides the value of a secret option whatever is in it, and reads a long argument once', () => {
    const args = ['--password=hunter2==', 'a='.repeat(15_000)]
    const transport = { kind: 'stdio' as const, command: 'node', args, env: [] }
    const { text } = serverAsJson({ name: 'x', transport }, 'mcpServers')
    expect(text).toContain('"--password=<password>"')
    expect(text).toContain(args[1])
  })

  it.each([
    ['/home/ada/notes', '--root=/home/ada', 'C:\\work\\notes', '--port', '8080', '--auth=none'],
    ['https://mcp.example.com/v1/sse?page=2', '-v', '/a:/b', '@scope/server@1.2.3', '--read-only'],
  ])('keeps ordinary arguments as they are', (...args) => {
    const transport = { kind: 'stdio' as const, command: 'node', args, env: [] }
    const { text, left } = serverAsJson({ name: 'x', transport }, 'mcpServers')
    expect(JSON.parse(text)).toEqual({ mcpServers: { x: { command: 'node', args } } })
    expect(left).toEqual([])
  })

  it('has no link when it does not fit into one', () => {
    const args = ['x'.repeat(9000)]
    const source: Source = {
      name: 'long',
      transport: { kind: 'stdio', command: 'node', args, env: [] },
    }
    expect(serverInstallLink(source)).toBeNull()
  })
})

it('an installed package is shared as its version for npx, not as a folder of this computer', () => {
  const folder = '/home/ada/.config/gatehouse/packages/1'
  const present = {
    ecosystem: 'npm' as const,
    name: '@a/tool',
    version: '1.2.3',
    wanted: '',
    folder,
    program: 'tool',
    packages: 1,
    files: 1,
    size: 1,
    scripts: [],
  }
  const transport = {
    kind: 'stdio' as const,
    command: '/usr/bin/node',
    args: ['--no-warnings', `${folder}/node_modules/@a/tool/cli.js`, '--port', '1'],
    env: [],
  }
  const config = { name: 'tool', transport, installation: { present } }
  expect(parseJson(serverAsJson(config, 'mcpServers').text)).toMatchObject({
    value: {
      mcpServers: { tool: { command: 'npx', args: ['-y', '@a/tool@1.2.3', '--port', '1'] } },
    },
  })
  expect(serverInstallLink(config)?.text).not.toContain('gatehouse/packages')
  const python = { extras: ['x'], with: ['beside'], python: '3.12' }
  const ofPypi = {
    ...config,
    transport: { ...transport, args: ['-B', `${folder}/env/bin/serve`, '--port', '1'] },
    installation: {
      present: {
        ...present,
        ecosystem: 'pypi' as const,
        name: 'tool',
        program: 'serve',
        pypi: python,
      },
    },
  }
  expect(parseJson(serverAsJson(ofPypi, 'mcpServers').text)).toMatchObject({
    value: {
      mcpServers: {
        tool: {
          command: 'uvx',
          args: '--python 3.12 --with beside --from tool[x]==1.2.3 serve --port 1'.split(' '),
        },
      },
    },
  })
})
