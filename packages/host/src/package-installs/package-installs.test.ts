import { serverDraftSchema, type ServerDraftInput, type ServerView } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { describe, expect, it } from 'vitest'
import { createChatHarness } from '../testing/chat-harness.ts'
import { createImportHarness, DESKTOP, suggestedChoices } from '../testing/import-harness.ts'

const FETCHED = {
  kind: 'stdio' as const,
  command: 'npx',
  args: ['-y', 'tool@^1', '--port', '1'],
  env: [{ name: 'TOKEN', value: 'typed-secret', secret: true }],
}
const draft = (change: Partial<ServerDraftInput> = {}) =>
  serverDraftSchema.parse({ name: 'tool', transport: FETCHED, ...change })

function createBench() {
  const harness = createChatHarness()
  const { host } = harness.build([])
  harness.consent.decision = 'allow'
  const controller = new AbortController()
  const progress: unknown[] = []
  const run = {
    onProgress: (one: unknown) => void progress.push(one),
    signal: controller.signal,
  }
  const saved = (outcome: { outcome: string; server?: ServerView }): ServerView => {
    if (!outcome.server) throw new Error('It was not saved.')
    return outcome.server
  }
  return { ...harness, host, run, saved, controller, progress, change: host.serverChangeConsent }
}

describe('an installation', () => {
  it('shows the commands with the launch from the disk in one window, and saves that launch', async () => {
    const { change, consent, run, saved, packages, progress } = createBench()
    const server = saved(await change.proposeInstalled(draft(), run))
    expect(consent.asked).toMatchObject([
      {
        kind: 'install',
        plans: [{ serverName: 'tool', spec: 'tool@^1', steps: [{ args: ['install', 'tool@^1'] }] }],
        launch: {
          changes: null,
          review: {
            draft: {
              transport: { command: '/usr/bin/node', args: ['/data/packages/1', '--port', '1'] },
            },
          },
        },
      },
    ])
    expect(server.config).toMatchObject({
      transport: { command: '/usr/bin/node', args: ['/data/packages/1/cli.js', '--port', '1'] },
      installation: { present: { name: 'tool', wanted: '^1', folder: '/data/packages/1' } },
    })
    expect([...packages.folders]).toEqual(['/data/packages/1'])
    proves('server.install.commands')
    expect(progress).toEqual([{ progress: 1, message: 'package.tgz' }])
  })

  /** @threat launch.imitated-package */
  it('names the risks of the package before it is fetched, and of all that came with it after', async () => {
    const { change, consent, run, packages } = createBench()
    packages.dependencies = [{ ecosystem: 'npm', name: 'chalk', version: '5.6.1' }]
    packages.publishedAt = Date.now()
    const transport = { ...FETCHED, args: ['-y', 'server-filesystem'] }
    await change.proposeInstalled(draft({ transport }), run)
    const twin = { code: 'package-twin', value: 'server-filesystem' }
    expect(consent.asked).toMatchObject([
      { plans: [{ risks: [twin], packageChecks: { packages: [{ publishedAt: null }] } }] },
      {
        review: {
          risks: expect.arrayContaining([
            expect.objectContaining(twin),
            expect.objectContaining({ code: 'malicious-package', value: 'chalk@5.6.1' }),
            expect.objectContaining({ code: 'new-package', value: 'server-filesystem@1.0.0' }),
          ]) as unknown,
          packageChecks: { dependencies: 1 },
        },
      },
    ])
  })

  it('of a Python package keeps its extras and what is beside it, and an update asks for the newest', async () => {
    const { change, consent, run, saved, packages } = createBench()
    const args = ['--with', 'beside', '--python', '3.12', '--from', 'tool[x]==1.0', 'serve', '-v']
    const transport = { ...FETCHED, command: 'uvx', args }
    const { config } = saved(await change.proposeInstalled(draft({ transport }), run))
    expect(config).toMatchObject({
      transport: { args: ['/data/packages/1/cli.js', '-v'] },
      installation: {
        present: { ecosystem: 'pypi', name: 'tool', wanted: '==1.0', program: 'serve' },
      },
    })
    packages.diff = { packages: [], files: { added: 1, removed: 0, changed: 0 } }
    await change.proposeUpdate(config.id, run)
    expect(consent.asked.at(-2)).toMatchObject({
      kind: 'install',
      plans: [{ ecosystem: 'pypi', installer: 'uv', spec: 'tool[x]' }],
    })
    expect(consent.asked.at(-1)).toMatchObject({
      review: {
        installation: {
          present: { pypi: { extras: ['x'], with: ['beside'], python: '3.12' } },
        },
      },
    })
    const back = saved(await change.proposeFormer(config.id))
    expect(back.config.installation?.present).toMatchObject({ wanted: '==1.0' })
    proves('server.install.update')
  })

  it('of an image shows the pull and the launch in one window, and an update is another digest', async () => {
    const { change, consent, run, saved, packages } = createBench()
    const args = ['run', '-i', '--rm', '-e', 'TOKEN', 'acme/tool:1', '--a']
    const transport = { ...FETCHED, command: 'docker', args }
    const { config } = saved(await change.proposeInstalled(draft({ transport }), run))
    const image = (digit: string): string => `acme/tool@sha256:${digit.repeat(64)}`
    const pinned = (digit: string) => args.with(5, image(digit))
    expect(consent.asked).toMatchObject([
      {
        kind: 'install',
        plans: [{ spec: 'acme/tool:1', packageChecks: { unchecked: ['acme/tool:1'] } }],
        launch: {
          review: {
            draft: { transport: { command: '/usr/bin/docker', args: args.with(5, 'acme/tool') } },
            risks: [],
          },
        },
      },
    ])
    expect(config.transport).toMatchObject({ command: '/usr/bin/docker', args: pinned('a') })
    packages.diff.packages = [{ name: 'acme/tool', before: image('a'), after: image('b') }]
    packages.digest = 'b'
    const updated = saved(await change.proposeUpdate(config.id, run))
    expect(consent.asked.at(-2)).toMatchObject({ plans: [{ spec: 'acme/tool:1' }] })
    expect(updated.config.transport).toMatchObject({ args: pinned('b') })
    const back = saved(await change.proposeFormer(config.id))
    expect(back.config.transport).toMatchObject({ args: pinned('a') })
  })

  it('that is refused, before it or at a launch that turned out otherwise, leaves nothing', async () => {
    const { change, consent, run, packages, host } = createBench()
    packages.publishedAt = Date.now()
    const { ask } = consent
    consent.decision = 'cancel'
    expect(await change.proposeInstalled(draft(), run)).toEqual({ outcome: 'cancelled' })
    consent.ask = (request, signal) => {
      consent.decision = request.kind === 'launch' ? 'cancel' : 'allow'
      return ask(request, signal)
    }
    expect(await change.proposeInstalled(draft(), run)).toEqual({ outcome: 'cancelled' })
    expect([[...packages.folders], host.servers.list()]).toEqual([[], []])
  })

  it('that is cancelled while it runs asks nothing more and leaves nothing', async () => {
    const { change, consent, run, packages, controller } = createBench()
    packages.onFetch = () => {
      controller.abort(new Error('stopped'))
      return Promise.resolve()
    }
    expect(await change.proposeInstalled(draft(), run)).toEqual({ outcome: 'cancelled' })
    expect(consent.asked.map(({ kind }) => kind)).toEqual(['install'])
    expect([...packages.folders]).toEqual([])
  })

  it('is not removed while another one ends', async () => {
    const { change, run, packages } = createBench()
    let first: unknown
    packages.onFetch = async () => {
      packages.onFetch = () => Promise.resolve()
      first = await change.proposeInstalled(draft({ name: 'inner' }), run)
    }
    await change.proposeInstalled(draft({ name: 'outer' }), run)
    expect(first).toMatchObject({ outcome: 'saved' })
    expect([...packages.folders].toSorted()).toEqual(['/data/packages/1', '/data/packages/2'])
  })

  it('runs the install scripts that were chosen, by name, and no others', async () => {
    const { change, consent, run, packages, saved } = createBench()
    packages.scripted = [
      { id: 'dep@1.0.0', scripts: [{ name: 'postinstall', line: 'node x.js' }] },
      { id: 'evil@1.0.0', scripts: [{ name: 'install', line: 'rm -rf /' }] },
    ]
    consent.chosen = ['dep@1.0.0', 'unknown@1.0.0']
    const { config } = saved(await change.proposeInstalled(draft(), run))
    expect(consent.asked[1]).toMatchObject({ kind: 'install-scripts', packages: packages.scripted })
    expect(packages.ran).toEqual(['dep@1.0.0'])
    expect(config.installation?.present.scripts).toEqual(['dep@1.0.0'])
  })

  it('of something else than a package of a registry is refused before anything is asked', async () => {
    const { change, consent, run } = createBench()
    const transport = { ...FETCHED, args: ['-y', 'github:a/b'] }
    await expect(change.proposeInstalled(draft({ transport }), run)).rejects.toMatchObject({
      code: 'install/not-a-package',
    })
    expect(consent.asked).toEqual([])
  })
})

describe('a server that fetched its package', () => {
  it('keeps its values, and the window names the secrets that the installation is given', async () => {
    const { change, consent, run, saved, vault } = createBench()
    const before = saved(await change.propose(draft()))
    const after = saved(await change.proposeInstallation(before.config.id, run))
    expect(consent.asked.at(-1)).toMatchObject({
      kind: 'install',
      launch: {
        review: { carriedSecrets: ['TOKEN'] },
        changes: [
          { part: 'command', before: 'npx', after: '/usr/bin/node' },
          { part: 'arguments' },
        ],
      },
    })
    expect(JSON.stringify(consent.asked.at(-1))).not.toContain('typed-secret')
    expect(after.config).toMatchObject({ id: before.config.id, name: 'tool' })
    expect([...vault.secrets.values()]).toEqual(['typed-secret'])
  })

  /**
   * @threat launch.secret-to-other-package
   * @attacker page
   * @tries installs another package for a server, which would be given the stored secrets
   * @stoppedBy secrets go to the installation of the package that the same launch fetched only
   */
  it('gives no stored secret to the installation of another package', async () => {
    const { change, run, saved, consent } = createBench()
    const { config } = saved(await change.propose(draft()))
    const evil = {
      ...FETCHED,
      args: ['-y', 'evil'],
      env: [{ name: 'TOKEN', value: null, secret: true }],
    }
    await expect(
      change.proposeInstalled(draft({ id: config.id, transport: evil }), run),
    ).rejects.toMatchObject({ code: 'server/secret-elsewhere' })
    expect(consent.asked).toHaveLength(1)
  })

  it('leaves no folder behind once it is removed, or no longer starts the installation', async () => {
    const { change, run, saved, packages, host } = createBench()
    const first = saved(await change.proposeInstalled(draft(), run))
    const second = saved(await change.proposeInstalled(draft({ name: 'second' }), run))
    await host.servers.remove(first.config.id)
    expect([...packages.folders]).toEqual(['/data/packages/2'])
    const edited = await change.propose(draft({ id: second.config.id, name: 'second' }))
    expect(saved(edited).config.installation).toBeUndefined()
    await host.start()
    expect([...packages.folders]).toEqual([])
  })
})

describe('an update', () => {
  const diff = {
    packages: [{ name: 'tool', before: '1.0.0', after: '2.0.0' }],
    files: { added: 1, removed: 0, changed: 2 },
  }

  it('is proposed with the differences, keeps arguments and values, and can be taken back', async () => {
    const { change, consent, run, saved, packages, vault } = createBench()
    const first = saved(await change.proposeInstalled(draft(), run))
    const { id } = first.config
    packages.version = '2.0.0'
    packages.diff = diff
    const second = await change.proposeUpdate(id, run)
    expect(consent.asked.at(-1)).toMatchObject({
      kind: 'launch',
      review: {
        installationDiff: { before: { version: '1.0.0' }, ...diff },
        carriedSecrets: ['TOKEN'],
      },
      changes: [{ part: 'arguments' }],
    })
    expect(second).toMatchObject({
      server: {
        config: {
          transport: { args: ['/data/packages/2/cli.js', '--port', '1'] },
          installation: {
            present: { version: '2.0.0' },
            former: { package: { version: '1.0.0' } },
          },
        },
      },
    })
    const back = saved(await change.proposeFormer(id))
    expect(back.config).toMatchObject({
      transport: { args: ['/data/packages/1/cli.js', '--port', '1'] },
      installation: { present: { version: '1.0.0' }, former: { package: { version: '2.0.0' } } },
    })
    expect([...vault.secrets.values()]).toEqual(['typed-secret'])
    packages.version = '3.0.0'
    await change.proposeUpdate(id, run)
    expect([...packages.folders]).toEqual(['/data/packages/1', '/data/packages/3'])
  })

  it('that finds the same files asks nothing, and one that is refused leaves what was', async () => {
    const { change, consent, run, saved, packages, host } = createBench()
    const { config } = saved(await change.proposeInstalled(draft(), run))
    expect(await change.proposeUpdate(config.id, run)).toEqual({ outcome: 'unchanged' })
    expect(consent.asked.map(({ kind }) => kind)).toEqual(['install', 'install'])
    packages.diff = diff
    const { ask } = consent
    consent.ask = (request, signal) => {
      consent.decision = request.kind === 'launch' ? 'cancel' : 'allow'
      return ask(request, signal)
    }
    expect(await change.proposeUpdate(config.id, run)).toEqual({ outcome: 'cancelled' })
    expect(host.servers.get(config.id).config).toEqual(config)
    expect([...packages.folders]).toEqual(['/data/packages/1'])
    await expect(change.proposeFormer(config.id)).rejects.toMatchObject({
      code: 'install/no-former',
    })
  })

  it('of an exact version asks for the newest, of a range for the newest in it', async () => {
    const { change, consent, run, saved } = createBench()
    for (const [wanted, asked] of [
      ['1.0.0', 'tool'],
      ['^1', 'tool@^1'],
      ['beta', 'tool@beta'],
    ] as const) {
      const transport = { ...FETCHED, args: ['-y', `tool@${wanted}`] }
      const { config } = saved(
        await change.proposeInstalled(draft({ name: wanted, transport }), run),
      )
      await change.proposeUpdate(config.id, run)
      expect(consent.asked.at(-1)).toMatchObject({ plans: [{ spec: asked }] })
    }
  })
})

describe('an import', () => {
  it('installs the packages that were chosen for it, and shows all launches together', async () => {
    const { harness, host, imports, list, put } = createImportHarness()
    const { consent, packages } = harness
    const mcpServers = {
      disk: { command: 'npx', args: ['-y', 'disk', '--a'], env: { TOKEN: 'x' } },
      each: { command: 'npx', args: ['-y', 'each'] },
      own: { command: 'node', args: ['own.js'] },
    }
    put(DESKTOP, { mcpServers }, 'claude-desktop')
    const preview = await imports.open()
    const choices = suggestedChoices(preview).map((choice) => ({
      ...choice,
      install: choice.name === 'disk',
    }))
    consent.decision = 'cancel'
    await host.serverChangeConsent.proposeImport(preview.id, choices, [])
    expect([list(), [...packages.folders]]).toEqual([[], []])
    consent.decision = 'allow'
    await host.serverChangeConsent.proposeImport(preview.id, choices, [])
    expect(consent.asked.map(({ kind }) => kind)).toEqual(['install', 'install'])
    expect(consent.asked[1]).toMatchObject({ plans: [{ serverName: 'disk', spec: 'disk' }] })
    const [folder = ''] = packages.folders
    expect(list()).toMatchObject([
      {
        name: 'disk',
        transport: { command: '/usr/bin/node', args: [`${folder}/cli.js`, '--a'] },
        installation: { present: { folder } },
      },
      { name: 'each', transport: { command: 'npx' } },
      { name: 'own', transport: { command: 'node' } },
    ])
    const again = await imports.open()
    expect(again.files[0]?.servers.map(({ same }) => same?.name)).toEqual(['disk', 'each', 'own'])
    await imports.undo(preview.id)
    expect([...packages.folders]).toEqual([])
  })
})
