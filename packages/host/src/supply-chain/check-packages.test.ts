import { describe, expect, it } from 'vitest'
import { checkLaunch, NEW_PACKAGE_DAYS } from './check-packages.ts'
import { MALICIOUS_PACKAGES, type MaliciousPackages } from './malicious-packages.ts'

const NOW = Date.UTC(2026, 10, 29)
const list: MaliciousPackages = {
  date: '2026-01-02',
  packages: {
    npm: {
      'bad-server': [{ id: 'MAL-1' }],
      'once-bad': [{ id: 'MAL-2', versions: ['1.0.1'] }],
      'bad-since': [{ id: 'MAL-3', from: '1.0.16' }],
      'bad-between': [{ id: 'MAL-4', from: '2.0.0', before: '2.1.0' }],
      'bad-through': [{ id: 'MAL-5', from: '0', through: '3.9.0' }],
    },
    pypi: {
      'bad-snake': [{ id: 'MAL-6' }],
      'snake-since': [{ id: 'MAL-7', from: '1.0.17' }],
      'snake-between': [{ id: 'MAL-8', from: '1.0rc1', before: '1.1' }],
      'snake-epoch': [{ id: 'MAL-9', from: '1!1.0' }],
    },
  },
}
const launch = (line: string) => {
  const [command = '', ...args] = line.split(' ')
  return { kind: 'stdio' as const, command, args, env: [] }
}
const check = (line: string) => checkLaunch(launch(line), undefined, { now: NOW, list })
const found = (line: string) =>
  check(line).risks.map(({ code, detail }) => `${code} ${detail ?? ''}`.trim())

describe('a package of the list', () => {
  /**
   * @threat launch.imitated-package
   * @attacker program
   * @tries is published under a name that is easily taken for a well-known server, takes over a good package, or hides
   * behind a runner or an option that is not understood
   * @stoppedBy dated lists of well-known and of malicious packages ship with the app; the review names what resembles
   * or is in them, each package of an installation, a version that is too new, and every word that could not be looked
   * up
   * @remains The list of malicious packages is a short one, and as old as its date. A risk is advice: the person may go
   * on.
   */
  it.each([
    ['npx bad-server', ['malicious-package MAL-1']],
    ['npx BAD-Server', ['malicious-package MAL-1']],
    ['bunx --package=bad-server good-tool', ['malicious-package MAL-1']],
    ['npx x@npm:bad-server', ['malicious-package MAL-1']],
    ['npx once-bad@1.0.1', ['malicious-package MAL-2']],
    ['npx once-bad@1.0.2', []],
    ['npx once-bad', ['malicious-versions MAL-2']],
    ['npx once-bad@^1', ['malicious-versions MAL-2']],
    ['npx bad-since@1.0.15', []],
    ['npx bad-since@1.0.16', ['malicious-package MAL-3']],
    ['npx bad-since@1.0.16-rc.1', []],
    ['npx bad-since@2.0.0', ['malicious-package MAL-3']],
    ['npx bad-between@2.0.9', ['malicious-package MAL-4']],
    ['npx bad-between@2.1.0', []],
    ['npx bad-through@3.9.0', ['malicious-package MAL-5']],
    ['npx bad-through@3.9.1', []],
    ['npx bad-since@1.0.16+build', ['malicious-package MAL-3']],
    ['npx bad-between@2.1.0-rc.1', ['malicious-package MAL-4']],
    ['uvx snake-since==1.0.17rc1', []],
    ['uvx snake-since==1.0.17.dev3', []],
    ['uvx snake-since==1.0.18rc1', ['malicious-package MAL-7']],
    ['uvx snake-since==1.0.17.post1', ['malicious-package MAL-7']],
    ['uvx snake-since==1.0.17+local', ['malicious-package MAL-7']],
    ['uvx snake-since==1.0.0.0.1', []],
    ['uvx snake-between==1.0b2', []],
    ['uvx snake-between==1.0.0rc1', ['malicious-package MAL-8']],
    ['uvx snake-between==1.0rc10', ['malicious-package MAL-8']],
    ['uvx snake-between==1.0', ['malicious-package MAL-8']],
    ['uvx snake-between==1.1a1', ['malicious-package MAL-8']],
    ['uvx snake-between==1.1', []],
    ['uvx snake-epoch==1!1.1', ['malicious-package MAL-9']],
    ['uvx snake-epoch==2.0', []],
    ['uvx snake-since==1.0-odd_words', ['malicious-versions MAL-7']],
    ['uvx Bad_Snake', ['malicious-package MAL-6']],
    ['npx bad-snake', []],
  ])('%s', (line, expected) => {
    expect(found(line)).toEqual(expected)
  })

  it('is found in what comes with an installation', () => {
    const named = { name: 'tool', version: '1.0.0' }
    const contents = [
      { ecosystem: 'npm' as const, ...named },
      { ecosystem: 'npm' as const, name: 'once-bad', version: '1.0.1' },
      { ecosystem: 'npm' as const, name: 'inner', version: '2.0.0', isBundled: true },
      { ecosystem: 'npm' as const, name: 'bad-server', version: '1.0.0', isBundled: true },
    ]
    const { risks, packageChecks } = checkLaunch(
      launch('node cli.js'),
      { package: { ecosystem: 'npm', ...named, publishedAt: 0 }, contents },
      { now: NOW, list },
    )
    expect(risks).toEqual([
      { code: 'malicious-package', where: 'argument', value: 'once-bad@1.0.1', detail: 'MAL-2' },
      { code: 'malicious-package', where: 'argument', value: 'bad-server@1.0.0', detail: 'MAL-1' },
    ])
    expect(packageChecks).toMatchObject({
      dependencies: 1,
      packages: [{ publishedAt: 0 }],
      unchecked: ['inner@2.0.0', 'bad-server@1.0.0'],
    })
  })

  it('is in the list that ships, which has a day and is no list of the future', () => {
    expect(MALICIOUS_PACKAGES.date).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(
      checkLaunch(launch('npx postmark-mcp@1.0.16'), undefined, { now: NOW }).risks,
    ).toContainEqual(expect.objectContaining({ code: 'malicious-package' }))
  })
})

describe('a name', () => {
  /** @threat launch.imitated-package */
  it.each([
    ['npx @modelcontextprotocol/server-filesystem', []],
    ['npx server-filesystem', ['package-twin @modelcontextprotocol/server-filesystem']],
    ['npx @evil/server-filesystem', ['package-twin @modelcontextprotocol/server-filesystem']],
    [
      'npx @modelcontextprotocol/server-filesytem',
      ['lookalike-package @modelcontextprotocol/server-filesystem'],
    ],
    [
      'npx @modelcontextprotocol/server-fi1esystem',
      ['lookalike-package @modelcontextprotocol/server-filesystem'],
    ],
    ['npx @modelcontextprotocoI/server-files', []],
    [
      'npx modelcontextprotocol-server-filesystem',
      ['lookalike-package @modelcontextprotocol/server-filesystem'],
    ],
    ['npx @playwright/mpc', ['lookalike-package @playwright/mcp']],
    ['npx playwrihgt-mcp', ['lookalike-package @playwright/mcp']],
    ['npx mcp-remote', []],
    ['npx mcp-remot', ['lookalike-package mcp-remote']],
    ['npx remote-mcp', ['lookalike-package mcp-remote']],
    ['npx rncp-remote', ['lookalike-package mcp-remote']],
    ['npx mcp-server-time', ['package-twin mcp-server-time (PyPI)']],
    ['uvx mcp_server_fetch', []],
    ['uvx mcp-sever-fetch', ['lookalike-package mcp-server-fetch']],
    ['uvx mcp-server-gist', []],
    ['npx @stripe/agent-toolkit', []],
    ['npx weather-mcp-server', []],
    ['npx @acme/mcp', []],
  ])('%s', (line, expected) => {
    expect(found(line)).toEqual(expected)
  })
})

describe('what is not known', () => {
  it('is said: the age before an installation, and what no list covers', () => {
    expect(check('npx some-tool').packageChecks).toEqual({
      listDate: '2026-01-02',
      listSize: 9,
      packages: [{ name: 'some-tool', version: null, publishedAt: null }],
      dependencies: 0,
      unchecked: [],
    })
    expect(check('docker run -i a/b').packageChecks).toMatchObject({ unchecked: ['docker'] })
    expect(check('npx github:a/b').packageChecks).toMatchObject({ unchecked: ['github:a/b'] })
    expect(check('node server.js')).toEqual({ risks: [] })
  })

  it('is not the age of an installed version: one that is too new is a risk', () => {
    const age = (days: number) => {
      const publishedAt = NOW - days * 86_400_000
      const named = { name: 'tool', version: '1.0.0' }
      const installed = {
        package: { ecosystem: 'npm' as const, ...named, publishedAt },
        contents: [],
      }
      return checkLaunch(launch('node cli.js'), installed, { now: NOW, list }).risks
    }
    expect(age(NEW_PACKAGE_DAYS)).toEqual([])
    expect(age(2)).toEqual([
      { code: 'new-package', where: 'argument', value: 'tool@1.0.0', detail: '2026-11-27' },
    ])
  })
})
