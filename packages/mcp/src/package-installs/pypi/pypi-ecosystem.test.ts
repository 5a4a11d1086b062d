import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installablePackage } from '@gatehouse/domain/launch'
import type { ScriptedPackage } from '@gatehouse/host/ports'
import { standInUv, startPypiIndex, type PypiIndex } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPackageInstaller } from '../package-installer.ts'

const SYSTEM = '/usr/bin:/bin'
const DEP = { name: 'dep', version: '1.0', files: { 'dep.py': 'x = 1\n' } }
const TOOL = {
  name: 'my-tool',
  version: '1.2',
  requires: ['dep>=1'],
  programs: { 'my-tool': 'tool:main', other: 'tool:main' },
  files: { 'tool.py': 'import dep, sys\ndef main():\n    print(dep.x, sys.argv[1:])\n' },
}
const SETUP = "raise SystemExit('It was built.')\n"
const never = new AbortController().signal
/** pip takes seconds: what stands for uv takes the same ways. */
const PROGRAMS =
  process.env['GATEHOUSE_NIGHTLY'] === '1' ? (['uv', 'pip'] as const) : (['uv'] as const)

let home = ''
let root = ''
let index: PypiIndex

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-pypi-'))
  root = join(home, 'packages')
  index = await startPypiIndex(DEP, TOOL)
  await mkdir(join(home, '.config', 'pip'), { recursive: true })
  // Those of the machine are not meant.
  const settings = ['[global]', `index-url = ${index.url}`, 'extra-index-url =', 'find-links =']
  writeFileSync(
    join(home, '.config', 'pip', 'pip.conf'),
    [...settings, 'constraint =', 'retries = 0', ''].join('\n'),
  )
})

afterEach(async () => {
  await createInstaller('pip').prune(() => false)
  await index.close()
  rmSync(home, { recursive: true, force: true })
})

function createInstaller(program: 'uv' | 'pip') {
  const folder = join(home, 'bin')
  if (program === 'uv') standInUv(folder, index.url)
  return createPackageInstaller({
    root,
    ledgerFile: join(home, 'ledger.json'),
    baseEnvironment: { HOME: home, SHELL: '/bin/false', PATH: `${folder}:${SYSTEM}` },
    graceMs: 200,
  })
}

interface Installing {
  program?: 'uv' | 'pip'
  signal?: AbortSignal
  /** Packages that may be built; null refuses the installation. */
  chosen?: string[] | null
}

async function installed(
  line: string,
  { program = 'uv', signal = never, chosen = [] }: Installing = {},
) {
  const installer = createInstaller(program)
  const wanted = installablePackage({ command: 'uvx', args: line.split(' ') })
  if (!wanted) throw new Error(`${line} is no package.`)
  const plan = await installer.plan(wanted)
  const names: string[] = []
  const asked: ScriptedPackage[] = []
  const options = {
    network: undefined,
    onFetched: (_count: number, name: string) => void names.push(name),
    chooseScripts(packages: readonly ScriptedPackage[]) {
      asked.push(...packages)
      return Promise.resolve(chosen)
    },
  }
  const found = await installer.fetch(plan, options, signal)
  const sealed = found && (await installer.seal(found, wanted))
  return { installer, plan, names, asked, sealed }
}

const problemOf = (line: string, options?: Installing) =>
  installed(line, options).then(
    () => 'installed',
    (error: { data: { problem: string } }) => error.data.problem,
  )

/** The output of an installed program, with the index gone. */
const outputOf = (sealed: { command: string; args: string[] } | null, ...own: string[]) =>
  execFileSync(sealed?.command ?? '', [...(sealed?.args ?? []), ...own], {
    env: { PATH: SYSTEM },
    encoding: 'utf8',
  })

it('pip installs into an environment of its own, from a lock with hashes, and it starts offline', async () => {
  const { plan, sealed, names } = await installed('my-tool', { program: 'pip' })
  const environment = join(plan.folder, 'env')
  expect(plan).toMatchObject({ ecosystem: 'pypi', installer: 'pip', spec: 'my-tool' })
  expect(plan.steps.map(({ args }) => args.slice(0, 2))).toEqual([
    ['-m', 'venv'],
    ['-m', 'pip'],
    ['-m', 'pip'],
  ])
  expect(sealed).toMatchObject({
    command: join(environment, 'bin/python'),
    args: ['-B', join(environment, 'bin/my-tool')],
    package: { name: 'my-tool', version: '1.2', program: 'my-tool', packages: 2, scripts: [] },
    contents: [
      { ecosystem: 'pypi', name: 'my-tool', version: '1.2' },
      { ecosystem: 'pypi', name: 'dep', version: '1.0' },
    ],
  })
  expect(names).toContain('dep-1.0-py3-none-any.whl')
  const lock = await readFile(join(plan.folder, 'requirements.txt'), 'utf8')
  expect(lock).toMatch(/^my-tool==1\.2 \\\n {4}--hash=sha256:[\da-f]{64}\ndep==1\.0 /)
  expect(existsSync(join(plan.folder, 'report.json'))).toBe(false)
  expect(statSync(join(environment, 'bin/my-tool')).mode & 0o222).toBe(0)
  await index.close()
  expect(outputOf(sealed, '--a')).toBe("1 ['--a']\n")
})

describe('with uv', () => {
  it('has the extras, versions and requirements of the launch, and starts the named program', async () => {
    index.publish(
      { ...DEP, name: 'beside', files: { 'beside.py': '' } },
      { ...TOOL, version: '2.0' },
    )
    const { plan, sealed } = await installed('--with beside --from my-tool[x]==1.2 other')
    const programs = join(plan.folder, 'env/bin')
    const interpreter = realpathSync(sealed?.command ?? '')
    expect(plan).toMatchObject({
      installer: 'uv',
      spec: 'my-tool[x]==1.2 beside',
      steps: [
        {
          args: [
            'venv',
            '--no-python-downloads',
            '--python',
            interpreter,
            join(plan.folder, 'env'),
          ],
        },
        {},
        {},
      ],
      starts: { command: join(programs, 'python'), args: ['-B', programs], interpreter },
    })
    expect(sealed?.package).toMatchObject({
      version: '1.2',
      wanted: '==1.2',
      program: 'other',
      packages: 3,
      pypi: { extras: ['x'], with: ['beside'], python: '' },
    })
    expect(outputOf(sealed)).toBe('1 []\n')
  })

  it('is compared with the one before, package by package and file by file', async () => {
    const { installer, sealed: before } = await installed('my-tool')
    const { sealed: same } = await installed('my-tool')
    index.publish({ ...TOOL, version: '2.0', requires: [] })
    const { sealed: after } = await installed('my-tool')
    if (!before || !same || !after) throw new Error('It was refused.')
    expect(await installer.compare(before.package, same.package)).toEqual({
      packages: [],
      files: { added: 0, removed: 0, changed: 0 },
    })
    expect((await installer.compare(before.package, after.package)).packages).toEqual([
      { name: 'dep', before: '1.0', after: null },
      { name: 'my-tool', before: '1.2', after: '2.0' },
    ])
  })

  it('that is cancelled leaves nothing', async () => {
    const { requested, release } = index.hold()
    const controller = new AbortController()
    const attempt = installed('my-tool', { signal: controller.signal })
    await requested
    controller.abort(new Error('stopped'))
    await expect(attempt).rejects.toThrow('stopped')
    expect(readdirSync(root)).toEqual([])
    release()
  })
})

/**
 * @threat launch.tampered-wheel
 * @attacker program
 * @tries sends another file than the one that the index describes, or changes an installed one
 * @stoppedBy versions and hashes are locked first, and each file is checked against the lock; the folder is read-only and
 * pinned whole
 * @remains The interpreter is pinned by its file; the library that comes with it is that of the system.
 */
it.each(PROGRAMS)('a wheel that is not the one of the index is refused: %s', async (program) => {
  index.damage('dep')
  expect(await problemOf('my-tool', { program })).toBe('integrity')
  expect(readdirSync(root)).toEqual([])
  proves('server.install.locked')
})

/**
 * @threat launch.python-source
 * @attacker program
 * @tries publishes a Python package as source, whose build runs its code while it is installed, or names an address, a
 * repository or a folder as a dependency
 * @stoppedBy uv and pip take wheels only; a package is built after the person allowed it by name; the lock has a version
 * and a hash for each package and nothing else
 * @remains An allowed build, and the server itself, run with the permissions of the person.
 */
it.each(PROGRAMS)(
  'source is not built before the person allowed it by name: %s',
  async (program) => {
    index.publish({ name: 'old', version: '1.0', setup: SETUP })
    const { asked, sealed } = await installed('old', { program, chosen: null })
    expect([asked, sealed]).toEqual([[{ id: 'old', scripts: [] }], null])
    expect(readdirSync(root)).toEqual([])
    expect(await problemOf('old', { program, chosen: [] })).toBe('needs-build')
    proves('server.install.source')
  },
)

it.each([
  ['nothing', 'uv', 'not-found'],
  ['my-tool==9', 'uv', 'version-not-found'],
  ['--from my-tool missing', 'uv', 'no-program'],
  ['--python 3.1 my-tool', 'pip', 'no-python'],
] as const)('names what is wrong with %s', async (line, program, problem) => {
  expect(await problemOf(line, { program })).toBe(problem)
})
