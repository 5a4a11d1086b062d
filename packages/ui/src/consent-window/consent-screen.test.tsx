import type { ConsentRequest } from '@gatehouse/domain'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, it } from 'vitest'
import { KitProvider, ShowWholeText } from '../kit/index.ts'
import { sampleReview } from '../lib/samples/sample-imports.ts'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { ConsentScreen } from './consent-screen.tsx'

afterEach(cleanup)

const tool = { name: 'write', inputSchema: { type: 'object' } }
const grant = {
  kind: 'grant',
  scope: 'chat',
  serverName: 'files',
  serverHue: 0,
  tool,
  conversationTitle: 'Release notes',
  workspace: null,
} as const

function textOf(request: ConsentRequest, locale: 'en' | 'zh-CN' = 'en'): string {
  const { container } = render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <ConsentScreen
          request={request}
          decide={() => Promise.resolve(true)}
          reveal={() => undefined}
        />
      </KitProvider>
    </LanguageProvider>,
  )
  const text = container.textContent ?? ''
  cleanup()
  return text
}

it('a permission for all chats names no chat and says that it is for all', () => {
  expect(textOf(grant)).toContain('Release notes')
  const always = textOf({ ...grant, scope: 'always' })
  expect(always).not.toContain('Release notes')
  expect(always).toContain('in every chat')
  expect(always).toContain('Always allow')
  expect(textOf({ ...grant, scope: 'always' }, 'zh-CN')).toContain('始终允许')
})

it('a tool that does not rule it out is said to change things and to reach outside', () => {
  expect(textOf(grant)).toContain('It may change or delete things')
  expect(textOf(grant)).toContain('It may send data to external systems')
  const annotations = { readOnlyHint: true, openWorldHint: false }
  const harmless = textOf({ ...grant, tool: { ...tool, annotations } })
  expect(harmless).not.toContain('It may')
})

it('every tool that is allowed as read-only is named, with what the server calls it', () => {
  const tools = Array.from({ length: 30 }, (_, at) => ({ name: `read_${at}`, title: `Read ${at}` }))
  const text = textOf({
    kind: 'read-only-tools',
    serverName: 'files',
    serverHue: 0,
    tools: [...tools, { name: 'a\u202eb', title: 'a\u202eb' }],
    others: 2,
    scope: 'chat',
    place: 'Release\u202enotes',
  })
  expect(text).toContain('in this chat without asking')
  for (const { name, title } of tools) {
    expect(text).toContain(name)
    expect(text).toContain(title)
  }
  expect(text).not.toContain('\u202e')
  expect(text).toContain('Gatehouse cannot check it')
  expect(text).toContain('2 other tools of this server are not among them.')
  expect(text).toContain('Allow these 31 tools')
})

it('a permission for a workspace names it, and how many chats are in it now', () => {
  const workspace = { name: 'Web\u202esite', chats: 3 }
  const text = textOf({ ...grant, scope: 'workspace', workspace })
  expect(text).toContain('in every chat of this workspace')
  expect(text).toContain('3 chats are in it now')
  expect(text).not.toContain('\u202e')
  expect(text).not.toContain('Release notes')
})

it('a chat that is to come to a workspace reads every tool that would run in it', () => {
  const text = textOf({
    kind: 'chat-workspace',
    conversationTitle: 'Release notes',
    workspaceName: 'Website',
    permissions: [
      { serverName: 'files', serverHue: 0, toolName: 'write\u202e' },
      { serverName: 'git', serverHue: 1, toolName: 'push' },
    ],
  })
  for (const words of ['Website', 'Release notes', 'files', 'write', 'git', 'push', '2 tools'])
    expect(text).toContain(words)
  expect(text).not.toContain('\u202e')
})

it('a budget names its tokens, its models and where their requests go, and what is asked about all the same', () => {
  const request: ConsentRequest = {
    kind: 'sampling-policy',
    serverName: 'files\u202e',
    serverHue: 0,
    before: { kind: 'ask-both' },
    after: {
      kind: 'budget',
      tokensPerDay: 20_000,
      models: [{ providerId: 'p', modelId: 'm' }],
    },
    models: [{ name: 'Qwen', provider: 'Local', baseUrl: 'http://127.0.0.1:1/v1' }],
  }
  const text = textOf(request)
  for (const words of [
    '20,000 tokens a day',
    'Qwen',
    'Local',
    'http://127.0.0.1:1/v1',
    'images or audio',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('\u202e')
  expect(textOf(request, 'zh-CN')).toContain('20,000 个 token')
  const before = textOf({ ...request, after: { kind: 'ask-before' }, models: [] })
  expect(before).toContain('without you seeing it')
  expect(before).not.toContain('tokens a day')
})

it('instructions are shown whole and revealed, beside those that were allowed before', () => {
  const request = {
    kind: 'instructions',
    serverName: 'files',
    serverHue: 0,
    text: 'Be brief.\u200b\u202e Always.',
    before: null,
  } as const
  const text = textOf(request)
  expect(text).toContain('Be brief.U+200BU+202E Always.')
  expect(text).toContain('Gatehouse cannot check it')
  expect(text).not.toContain('Previously allowed')
  expect(textOf({ ...request, before: 'Be long.' })).toContain('Be long.')
  expect(textOf(request, 'zh-CN')).toContain('提供给模型')
})

it('deleting activity says what holds now, what will, and how much goes at once', () => {
  const retention = { kind: 'audit-retention', before: null, after: 90, deletes: 1234 } as const
  const text = textOf(retention)
  expect(text).toContain('Delete activity after 90 days?')
  expect(text).toContain('Every entry is kept.')
  expect(text).toContain('1,234 entries are deleted. This cannot be undone.')
  const sooner = textOf({ ...retention, before: 365, after: 30, deletes: 0 })
  expect(sooner).toContain('Entries older than 365 days are deleted.')
  expect(sooner).toContain('No entry is that old.')
  expect(textOf(retention, 'zh-CN')).toContain('删除 1,234 条记录。此操作无法撤销。')
})

it('a proxy is shown with its user, and certificates with what may be read by them', () => {
  const request: Extract<ConsentRequest, { kind: 'network' }> = {
    kind: 'network',
    before: { proxy: 'system', certificates: [] },
    after: {
      proxy: { url: 'http://proxy.example:3128', user: 'ann', hasPassword: true },
      certificates: [
        { subject: 'CN=Ours', issuer: 'CN=Root', validFrom: 0, validTo: 1, fingerprint: 'ab12' },
      ],
    },
    vault: { kind: 'keychain', name: 'Secret Service' },
  }
  const text = textOf(request)
  for (const part of ['proxy.example', 'ann', 'CN=Ours', 'CN=Root', 'ab12', 'Expired'])
    expect(text).toContain(part)
  expect(text).toContain('can read and change everything sent')
  const { certificates } = request.before
  expect(textOf({ ...request, after: { ...request.after, certificates } })).not.toContain(
    'change all',
  )
})

/** @threat links.carried-text */
it('an address is shown whole, its host first, with the text of the chat in it marked and named', () => {
  const url = `https://a.example/${'x/'.repeat(4000)}falcon-nightfall`
  const start = url.indexOf('falcon')
  const source = { kind: 'server', serverId: 's', serverName: 'files', serverHue: 0 } as const
  const { container } = render(
    <LanguageProvider locale="en">
      <KitProvider>
        <ShowWholeText>
          <ConsentScreen
            request={{
              kind: 'link',
              review: {
                url,
                reasons: ['found-text', 'long-path'],
                texts: [
                  {
                    from: source,
                    label: 'read',
                    how: 'plain',
                    characters: 15,
                    excerpt: 'falcon-nightfall',
                  },
                ],
                marks: [{ start, end: url.length }],
                isRemembered: false,
              },
            }}
            decide={() => Promise.resolve(true)}
            reveal={() => undefined}
          />
        </ShowWholeText>
      </KitProvider>
    </LanguageProvider>,
  )
  const [first] = container.querySelectorAll('[data-testid]')
  expect(first?.textContent).toBe('a.example')
  expect(container.querySelector('[data-testid=address]')?.textContent).toBe(url)
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'falcon-nightfall',
  ])
  expect(container.querySelector('[data-testid=found-text]')?.textContent).toContain(
    'Server: files',
  )
  const buttons = [...container.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(buttons).toContain('Open and remember this host')
  proves('links.receiver.shown')
})

it('an installation shows npm, each of its arguments and the package, and that nothing runs yet', () => {
  const request = {
    kind: 'install',
    plans: [
      {
        serverName: 'files',
        ecosystem: 'npm',
        installer: 'npm',
        spec: '@a/files@^1\u200b',
        steps: [
          {
            command: '/usr/bin/npm',
            args: [
              'install',
              '--prefix',
              '/data/packages/1',
              '--ignore-scripts',
              '--',
              '@a/files@^1',
            ],
          },
        ],
        folder: '/data/packages/1',
        risks: [
          { code: 'package-twin', where: 'argument', value: '@a/files', detail: '@known/files' },
        ],
        packageChecks: {
          listDate: '2026-11-29',
          listSize: 7,
          packages: [{ name: '@a/files', version: null, publishedAt: null }],
          dependencies: 0,
          unchecked: ['ghcr.io/a/b'],
        },
      },
    ],
  } satisfies ConsentRequest
  const text = textOf(request)
  for (const { steps, spec } of request.plans)
    for (const part of [
      ...steps.flatMap(({ command, args }) => [command, ...args]),
      spec.replace('\u200b', 'U+200B'),
    ])
      expect(text).toContain(part)
  expect(text).toContain('Nothing of it runs yet.')
  for (const part of ['@known/files', '2026-11-29', 'is not known', 'Not looked up', 'ghcr.io/a/b'])
    expect(text).toContain(part)
  expect(textOf(request, 'zh-CN')).toContain('发布时间未知')
  expect(textOf(request, 'zh-CN')).toContain('用 npm 安装')
})

it('an installation shows what its server starts afterwards, where that is known', () => {
  const folder = '/data/packages/1'
  const request = {
    kind: 'install',
    plans: [
      {
        serverName: 'files',
        ecosystem: 'npm',
        installer: 'npm',
        spec: 'files',
        steps: [{ command: '/usr/bin/npm', args: [] }],
        folder,
        risks: [],
      },
    ],
    launches: {
      id: 'r1',
      servers: [
        {
          serverId: 's1',
          name: 'files',
          launch: {
            kind: 'stdio',
            command: '/usr/bin/node',
            args: [`${folder}/node_modules/files`, '/home/ada\u202e'],
            env: [],
          },
          resolution: { path: '/usr/bin/node', lookedIn: [] },
          risks: [],
          pin: null,
        },
      ],
    },
    vault: { kind: 'keychain', name: 'Secret Service' },
  } satisfies ConsentRequest
  const text = textOf(request)
  for (const part of ['/usr/bin/node', `${folder}/node_modules/files`, '/home/ada', 'U+202E'])
    expect(text).toContain(part)
  expect(text).toContain('Install, add and start')
  expect(textOf(request, 'zh-CN')).toContain('安装、添加并启动')
})

it('a build from source names each package, and says that it runs code', () => {
  const packages = [{ id: 'old', scripts: [] }]
  const request = { kind: 'install-scripts', serverName: 'files', packages } as const
  const text = textOf({ ...request, packages, ecosystem: 'pypi' })
  for (const part of ['Build old from source', 'runs code of the package', 'nothing is installed'])
    expect(text).toContain(part)
})

it('a signed bundle shows its certificate; its signer is trusted only by a press', () => {
  const certificate = 'c4'.repeat(32)
  const bundle = {
    version: '1.0.0',
    author: 'Ada',
    sha256: 'aa',
    files: 2,
    size: 12,
    signer: 'Works',
    certificate,
    trust: 'unknown' as const,
  }
  const servers = sampleReview.servers.slice(0, 1).map((server) => ({ ...server, bundle }))
  const chosen: (readonly string[] | undefined)[] = []
  const show = (trust: 'unknown' | 'trusted') =>
    render(
      <LanguageProvider locale="en">
        <KitProvider>
          <ConsentScreen
            request={{
              kind: 'import',
              review: {
                id: 'r',
                servers: servers.map((one) => ({ ...one, bundle: { ...bundle, trust } })),
              },
              vault: { kind: 'keychain', name: 'Secret Service' },
            }}
            decide={(_decision, picked) => {
              chosen.push(picked)
              return Promise.resolve(true)
            }}
            reveal={() => undefined}
          />
        </KitProvider>
      </LanguageProvider>,
    )
  show('unknown')
  const box = screen.getByRole('checkbox', {
    name: /Trust bundles with this certificate of “Works”/,
  })
  expect(box.getAttribute('aria-checked')).toBe('false')
  expect(document.body.textContent).toContain(certificate)
  fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }))
  expect(chosen).toEqual([[certificate]])
  cleanup()
  show('trusted')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(document.body.textContent).toContain('whom you trust')
  proves('server.trusted-signers.shown')
})

it('a copy of a runtime shows the address, size and SHA-256 of each archive, and its folder', () => {
  const plan = {
    name: 'node',
    version: '26.12.1',
    archives: [
      { url: 'https://mirror.example/node.tgz', bytes: 57_500_000, sha256: 'a1'.repeat(32) },
      { url: 'https://mirror.example/npm.tgz', bytes: 3_000_000, sha256: 'b2'.repeat(32) },
    ],
    folder: '/data/runtimes/node-26.12.1',
  } satisfies Extract<ConsentRequest, { kind: 'runtime' }>['plan']
  const text = textOf({ kind: 'runtime', plan })
  for (const { url, sha256 } of plan.archives) {
    expect(text).toContain(new URL(url).pathname)
    expect(text).toContain(sha256)
  }
  for (const part of ['Node.js 26.12.1', 'mirror.example', '57.5 MB', '3 MB', plan.folder])
    expect(text).toContain(part)
  expect(textOf({ kind: 'runtime', plan }, 'zh-CN')).toContain('下载 Node.js')
  proves('server.runtimes.consent')
})

it('install scripts are shown in full, and none is chosen at first', () => {
  const scripts = [{ name: 'postinstall', line: 'node ./x.js && curl evil' }]
  const request: ConsentRequest = {
    kind: 'install-scripts',
    serverName: 'files',
    ecosystem: 'npm',
    packages: [{ id: 'dep@1.0.0', scripts }],
  }
  const text = textOf(request)
  for (const part of ['dep@1.0.0', 'postinstall', 'node ./x.js && curl evil', 'never run'])
    expect(text).toContain(part)
  render(
    <LanguageProvider locale="en">
      <KitProvider>
        <ConsentScreen
          request={request}
          decide={() => Promise.resolve(true)}
          reveal={() => undefined}
        />
      </KitProvider>
    </LanguageProvider>,
  )
  expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('false')
})
