import type { ImportReview, InstallPlan, LaunchPin } from '@gatehouse/domain/launch'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createImportHarness,
  DESKTOP,
  suggestedChoices,
  type ImportHarness,
} from '../testing/import-harness.ts'
import { withoutMissingPrograms } from './planned-launches.ts'

let test: ImportHarness

beforeEach(() => {
  test = createImportHarness()
  test.harness.consent.decision = 'allow-and-start'
})

/** Proposes a server of npm and others beside it. Returns the kinds of what was asked. */
async function propose(
  args = ['-y', 'tool', '--port', '1'],
  others: object = { own: { command: 'node', args: ['own.js'] } },
): Promise<string[]> {
  const mcpServers = { tool: { command: 'npx', args }, ...others }
  test.put(DESKTOP, { mcpServers }, 'claude-desktop')
  const preview = await test.imports.open()
  const choices = suggestedChoices(preview).map((choice) => ({
    ...choice,
    install: choice.name === 'tool',
  }))
  await test.host.serverChangeConsent.proposeImport(preview.id, choices, [])
  return test.harness.consent.asked.map(({ kind }) => kind)
}

const file = (sha256: string, path = '/usr/bin/node', realPath = path): LaunchPin => ({
  files: [
    {
      role: 'program',
      named: path,
      path,
      realPath,
      size: 1,
      modifiedAt: 1,
      changedAt: 1,
      sha256: sha256.repeat(64),
    },
  ],
})

describe('an installation and the launches after it', () => {
  it('are shown in one window, and what was shown is saved and started', async () => {
    expect(await propose()).toEqual(['install'])
    const [asked] = test.harness.consent.asked
    if (asked?.kind !== 'install') throw new Error('Nothing was asked.')
    const folder = asked.plans[0]?.folder ?? ''
    expect(asked.launches?.servers).toMatchObject([
      { name: 'tool', launch: { command: '/usr/bin/node', args: [folder, '--port', '1'] } },
      { name: 'own', launch: { command: 'node', args: ['own.js'] } },
    ])
    expect(test.list()).toMatchObject([
      {
        name: 'tool',
        start: 'launch',
        transport: { command: '/usr/bin/node', args: [`${folder}/cli.js`, '--port', '1'] },
        installation: { present: { folder } },
      },
      { name: 'own' },
    ])
  })

  it('name no risk of a program that is not there yet, but that of any other', () => {
    const folder = '/data/packages/1'
    const risk = { code: 'code-not-pinned', where: 'command', value: 'node' } as const
    const server = (args: string[]): ImportReview['servers'][number] => ({
      serverId: 's',
      name: 's',
      launch: { kind: 'stdio', command: 'node', args, env: [] },
      resolution: null,
      risks: [risk],
      pin: null,
    })
    const plan: InstallPlan = {
      serverName: 's',
      ecosystem: 'npm',
      installer: 'npm',
      spec: 's',
      steps: [{ command: 'npm', args: [] }],
      folder,
      risks: [],
    }
    const starts = { command: '/usr/bin/node', args: [folder] }
    const review = { id: 'r', servers: [server([folder, '--a']), server(['own.js'])] }
    const shown = withoutMissingPrograms(review, [{ ...plan, starts }])
    expect(shown.servers.map(({ risks }) => risks)).toEqual([[], [risk]])
  })

  it.each([
    ['is the one that was shown', 'a', ['install']],
    ['is another one by then', 'b', ['install', 'import']],
  ])('of a Python package name the interpreter, which %s', async (_what, digest, asked) => {
    const interpreter = '/usr/bin/python3.12'
    const { packages, server, consent } = test.harness
    server.pin = file('a', interpreter)
    let env = ''
    const { plan } = packages
    packages.plan = async (wanted) => {
      const planned = await plan(wanted)
      env = `${planned.folder}/env/bin`
      return { ...planned, starts: { command: `${env}/python`, args: ['-B', env], interpreter } }
    }
    packages.onFetch = () => {
      server.pin = file(digest, `${env}/python`, interpreter)
      return Promise.resolve()
    }
    change((sealed) => ({ ...sealed, command: `${env}/python`, args: ['-B', `${env}/tool`] }))
    expect(await propose(undefined, {})).toEqual(asked)
    const [first] = consent.asked
    if (first?.kind !== 'install') throw new Error('Nothing was asked.')
    expect(first.launches?.servers[0]).toMatchObject({
      launch: { command: `${env}/python`, args: ['-B', env, '--port', '1'] },
      pin: { files: [{ path: interpreter }] },
    })
  })

  it('leave nothing when they are refused', async () => {
    test.harness.consent.decision = 'cancel'
    expect(await propose()).toEqual(['install'])
    expect([test.list(), [...test.harness.packages.folders]]).toEqual([[], []])
  })

  /**
   * @threat launch.other-than-planned
   * @attacker program
   * @tries has a package start otherwise than the window showed before it was installed
   * @stoppedBy the launch is saved without another window only if all but the file of the program is as it was shown
   */
  it.each<[string, () => void]>([
    ['the version is new', () => (test.harness.packages.publishedAt = test.harness.clock.now())],
    [
      'something malicious came with it',
      () =>
        (test.harness.packages.dependencies = [
          { ecosystem: 'npm', name: 'chalk', version: '5.6.1' },
        ]),
    ],
    [
      'the package adds an option to its start',
      () => change(({ args, ...rest }) => ({ ...rest, args: ['--inspect=0.0.0.0', ...args] })),
    ],
    [
      'the program lies elsewhere',
      () => change((sealed) => ({ ...sealed, args: ['/etc/cli.js'] })),
    ],
    [
      'the program lies in a folder of another name',
      () =>
        change((sealed) => ({
          ...sealed,
          args: [`${sealed.args[0]?.replace('/cli.js', '2/cli.js')}`],
        })),
    ],
    ['another runtime is found', () => change((sealed) => ({ ...sealed, command: '/opt/node' }))],
    [
      'a file beside it was changed meanwhile',
      () => {
        test.harness.server.pin = file('a')
        test.harness.packages.onFetch = () => {
          test.harness.server.pin = file('b')
          return Promise.resolve()
        }
      },
    ],
  ])('are shown again where %s', async (_what, arrange) => {
    arrange()
    expect(await propose()).toEqual(['install', 'import'])
    expect(test.list()).toHaveLength(2)
  })

  it('are shown apart where the start is known only afterwards', async () => {
    const { packages } = test.harness
    const { plan } = packages
    packages.plan = async (spec) => {
      const { starts: _starts, ...rest } = await plan(spec)
      return rest
    }
    expect(await propose()).toEqual(['install', 'import'])
    expect(test.harness.consent.asked[0]).not.toHaveProperty('launches')
  })
})

type Sealed = Awaited<ReturnType<ImportHarness['harness']['packages']['seal']>>

/** Has the installed package start otherwise than was planned. */
function change(sealed: (found: Sealed) => Sealed): void {
  const { packages } = test.harness
  const { seal } = packages
  packages.seal = async (...seals) => sealed(await seal(...seals))
}
