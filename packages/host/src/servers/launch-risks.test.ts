import { describe, expect, it } from 'vitest'
import { launchRisks } from './launch-risks.ts'

const stdio = (command: string, ...args: string[]) =>
  launchRisks({ kind: 'stdio', command, args, env: [] }, null).map((risk) => risk.code)
const http = (url: string) =>
  launchRisks({ kind: 'http', url, headers: [] }, null).map((risk) => risk.code)

describe('launch risks', () => {
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

  it.each([
    ['https://mcp.example.com/mcp', []],
    ['http://127.0.0.1:3000/mcp', []],
    ['http://localhost:3000/mcp', []],
    ['http://[::1]:3000/mcp', []],
    ['http://mcp.example.com/mcp', ['plain-http']],
    ['http://localhost.evil.example/mcp', ['plain-http']],
    ['https://user:pw@mcp.example.com/', ['credentials-in-url']],
    ['http://192.168.1.4/mcp', ['plain-http', 'local-network']],
    ['https://mcp.example.com/mcp?api_key=abcdef123456', ['secret-in-arguments']],
  ])('marks %s', (url, expected) => {
    expect(http(url)).toEqual(expected)
  })

  it('says when a command was not found', () => {
    const resolution = { path: null, lookedIn: ['/usr/bin'] }
    expect(launchRisks({ kind: 'stdio', command: 'nope', args: [], env: [] }, resolution)).toEqual([
      { code: 'command-not-found', where: 'command', value: 'nope' },
    ])
  })
})
