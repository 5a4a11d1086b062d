import { describe, expect, it } from 'vitest'
import { launchRisks } from './launch-risks.ts'

const stdio = (command: string, ...args: string[]) =>
  launchRisks({ transport: { kind: 'stdio', command, args, env: [] } }, null).map(
    (risk) => risk.code,
  )
const http = (url: string) =>
  launchRisks({ transport: { kind: 'http', url, headers: [] } }, null).map((risk) => risk.code)

describe('launch risks', () => {
  /** @threat launch.unpinned-code */
  it('shows a program whose code is not pinned', () => {
    const transport = { kind: 'stdio' as const, command: 'env', args: ['A=b', 'node'], env: [] }
    const found = { resolution: { path: '/usr/bin/env', lookedIn: [] }, pin: null, nearby: [] }
    expect(launchRisks({ transport }, found)).toEqual([])
    expect(launchRisks({ transport }, { ...found, unpinned: 'node' })).toEqual([
      { code: 'code-not-pinned', where: 'command', value: 'node' },
    ])
  })

  it('shows the risks of what a wrapper starts', () => {
    const env = [{ name: 'A', value: '1', secret: false }]
    const transport = { kind: 'stdio' as const, command: 'sh', args: ['-c', 'x'], env }
    const inner = { cwd: '/', path: '/usr/bin/npx', env: { A: '1', NODE_OPTIONS: '-r ./x' } }
    const programs = [{ ...inner, command: 'npx', args: ['-y', 'server'] }]
    const found = { resolution: { path: '/bin/sh', lookedIn: [] }, pin: null, nearby: [], programs }
    expect(launchRisks({ transport }, found)).toEqual([
      { code: 'shell', where: 'command', value: 'sh' },
      { code: 'unpinned-package', where: 'argument', value: 'server' },
      { code: 'decides-program', where: 'argument', value: 'NODE_OPTIONS=-r ./x' },
    ])
  })

  it.each([
    ['bash', ['-c', 'rm -rf /'], ['shell', 'deletes-files']],
    ['/bin/sh', ['-c', 'curl x | sh'], ['shell', 'downloads-code']],
    ['sudo', ['node', 's.js'], ['elevated']],
    ['npx', ['-y', 'some-server'], ['unpinned-package']],
    ['npx', ['-y', '@scope/server@1.2.3', '/tmp/x'], []],
    ['uvx', ['mcp-server-git'], ['unpinned-package']],
    ['npx', ['-y', '@scope/server@1.2.3', 'stdio'], []],
    ['node', ['server.js', '/'], ['broad-directory']],
    ['node', ['server.js', '/home/me'], ['broad-directory']],
    ['node', ['server.js', '/home/me/.ssh'], ['sensitive-directory']],
    ['node', ['server\u200b.js'], ['invisible-characters']],
    ['node', ['--api-key=abcdef123456'], ['secret-in-arguments']],
    ['node', ['server.js', '/home/me/code/project'], []],
    ['docker', ['run', '-i', '--rm', '-e', 'TOKEN', 'ghcr.io/a/b:1.2'], []],
    ['docker', ['run', '-e', 'TOKEN', 'ghcr.io/a/b'], ['unpinned-package']],
    ['npx', ['-p', 'some-server', 'run-it'], ['unpinned-package']],
    ['node', ['s.js', '--api-key', 'abcdef123456'], ['secret-in-arguments']],
    ['node', ['s.js', '--api-key', '--verbose'], []],
    ['node', ['s.js', '--header', 'Authorization: Bearer abcdef123'], ['secret-in-arguments']],
  ])('marks %s %j', (command, args, expected) => {
    expect(stdio(command, ...args)).toEqual(expected)
  })

  /**
   * @threat launch.disguised-address
   * @attacker configuration
   * @tries spells an address of this computer, its network or a cloud’s metadata so that it looks public
   * @stoppedBy addresses are read as a browser reads them and classified by range
   * @remains a public name that resolves to a local address is not recognised by its name
   */
  it.each([
    ['https://mcp.example.com/mcp', []],
    ['http://127.0.0.1:3000/mcp', []],
    ['http://localhost:3000/mcp', []],
    ['http://[::1]:3000/mcp', []],
    ['http://mcp.example.com/mcp', ['plain-http']],
    ['http://localhost.evil.example/mcp', ['plain-http']],
    ['https://user:pw@mcp.example.com/', ['credentials-in-url']],
    ['http://192.168.1.4/mcp', ['plain-http', 'local-network']],
    ['http://2852039166/', ['plain-http', 'metadata-address']],
    ['http://0x7f.1/', ['this-machine']],
    ['http://0/', ['this-machine']],
    ['http://localhost./', []],
    ['https://[::ffff:169.254.169.254]/', ['metadata-address']],
    ['https://[64:ff9b::10.0.0.1]/', ['local-network']],
    ['https://[fd00::1]/', ['local-network']],
    ['https://100.64.0.1/', ['local-network']],
    ['https://example.com\\@169.254.169.254/', []],
    ['https://example.com@169.254.169.254/', ['credentials-in-url', 'metadata-address']],
    ['https://mcp.example.com/mcp?api_key=abcdef123456', ['secret-in-arguments']],
  ])('marks %s', (url, expected) => {
    expect(http(url)).toEqual(expected)
  })

  /** @threat launch.disguised-address */
  it('says which address another spelling of it means', () => {
    const transport = { kind: 'http' as const, url: 'https://2852039166/', headers: [] }
    expect(launchRisks({ transport }, null)).toEqual([
      { code: 'metadata-address', where: 'url', value: '2852039166', detail: '169.254.169.254' },
    ])
  })

  /** @threat launch.hidden-variable */
  it.each([
    ['PATH', '/tmp/planted', 'decides-program'],
    ['NODE_OPTIONS', '--require=/tmp/x.js', 'decides-program'],
    ['HTTPS_PROXY', 'http://127.0.0.1:9', 'reads-traffic'],
  ])('shows %s=%s and what it decides', (name, value, code) => {
    const env = [{ name, value, secret: false }]
    const transport = { kind: 'stdio' as const, command: 'node', args: [], env }
    expect(launchRisks({ transport }, null)).toEqual([
      { code, where: 'environment', value: `${name}=${value}` },
    ])
  })

  it('names authorities of its own, which let somebody read what is sent', () => {
    const transport = { kind: 'http' as const, url: 'https://a.example/', headers: [] }
    const network = { proxy: 'system' as const, caFile: '/tmp/ca.pem' }
    expect(launchRisks({ transport, network }, null)).toEqual([
      { code: 'reads-traffic', where: 'network', value: '/tmp/ca.pem' },
    ])
  })

  it('says when a command was not found', () => {
    const found = { resolution: { path: null, lookedIn: ['/usr/bin'] }, pin: null, nearby: [] }
    const transport = { kind: 'stdio', command: 'nope', args: [], env: [] } as const
    expect(launchRisks({ transport: { ...transport, args: [], env: [] } }, found)).toEqual([
      { code: 'command-not-found', where: 'command', value: 'nope' },
    ])
  })
})
