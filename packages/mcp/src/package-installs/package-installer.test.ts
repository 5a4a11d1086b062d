import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  installablePackage,
  type InstalledPackage,
  type WantedPackage,
} from '@gatehouse/domain/launch'
import type { ScriptedPackage } from '@gatehouse/host/ports'
import { startNpmRegistry, type NpmRegistry } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPackageInstaller } from './package-installer.ts'

const PROGRAM = '#!/usr/bin/env node\nconsole.log(require("dep"))\n'
const DEP = { name: 'dep', version: '1.0.0', files: { 'index.js': 'module.exports = 1' } }
const TOOL = {
  name: '@scope/tool',
  version: '1.2.0',
  publishedAt: '2026-01-02T03:04:05.000Z',
  manifest: { bin: { tool: 'cli.js' }, dependencies: { dep: '^1.0.0' } },
  files: { 'cli.js': PROGRAM },
}
const never = new AbortController().signal

let home = ''
let root = ''
let registry: NpmRegistry

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'))
  root = join(home, 'packages')
  registry = await startNpmRegistry(DEP, TOOL)
  useRegistry(registry.url)
})

afterEach(async () => {
  await createInstaller().prune(() => false)
  await registry.close()
  rmSync(home, { recursive: true, force: true })
})

function useRegistry(url: string): void {
  const lines = [`registry=${url}`, `cache=${join(home, 'cache')}`, 'fetch-retries=0']
  writeFileSync(join(home, '.npmrc'), `${lines.join('\n')}\n`)
}

function createInstaller(environment: NodeJS.ProcessEnv = {}) {
  const { PATH } = process.env
  return createPackageInstaller({
    root,
    ledgerFile: join(home, 'ledger.json'),
    baseEnvironment: { HOME: home, SHELL: '/bin/false', PATH, ...environment },
    graceMs: 200,
  })
}

const wantedOf = (name: string, program: string | null = null): WantedPackage => ({
  ecosystem: 'npm',
  name,
  wanted: '',
  program,
  args: [],
})

interface Fetching {
  environment?: NodeJS.ProcessEnv
  signal?: AbortSignal
  /** Ids of packages whose scripts may run. */
  chosen?: string[]
}

async function fetched(spec: string, { environment, signal = never, chosen = [] }: Fetching = {}) {
  const installer = createInstaller(environment)
  const wanted = installablePackage({ command: 'npx', args: ['-y', spec] })
  if (!wanted) throw new Error(`${spec} is no package.`)
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
  if (!found) throw new Error('It was refused.')
  return { installer, plan, found, names, asked }
}

const problemOf = (spec: string, environment?: NodeJS.ProcessEnv) =>
  fetched(spec, environment ? { environment } : {}).then(
    () => 'installed',
    (error: { data: { problem: string } }) => error.data.problem,
  )

describe('an installation', () => {
  it('has a folder of its own, with everything in it, read-only, and reports what was fetched', async () => {
    const { installer, plan, found, names } = await fetched('@scope/tool@^1')
    expect(plan).toMatchObject({ spec: '@scope/tool@^1', folder: found.folder })
    expect(plan.steps[0]?.args).toContain('--ignore-scripts')
    expect(names).toContain('1.2.0.tgz')
    const sealed = await installer.seal(found, { ...wantedOf('@scope/tool'), wanted: '^1' })
    const file = join(found.folder, 'node_modules/@scope/tool/cli.js')
    expect(sealed).toMatchObject({
      args: [file],
      package: {
        version: '1.2.0',
        wanted: '^1',
        program: 'tool',
        packages: 2,
        scripts: [],
        publishedAt: Date.parse(TOOL.publishedAt),
      },
      contents: [
        { ecosystem: 'npm', name: '@scope/tool', version: '1.2.0' },
        { ecosystem: 'npm', name: 'dep', version: '1.0.0' },
      ],
    })
    expect(sealed.command).toMatch(/^\/.*node$/)
    expect(statSync(file).mode & 0o222).toBe(0)
    expect(statSync(found.folder).mode & 0o222).toBe(0)
    const lock = await readFile(join(found.folder, 'package-lock.json'), 'utf8')
    expect(lock).toContain('"integrity": "sha512-')
    await installer.prune((folder) => folder !== found.folder)
    expect(readdirSync(root)).toEqual([])
  })

  it('names what lies in it by the names of the registry, and says what came in an archive', async () => {
    const bundler = {
      name: 'bundler',
      version: '1.0.0',
      manifest: { dependencies: { inner: '*' }, bundleDependencies: ['inner'] },
      files: {
        'node_modules/inner/package.json': '{ "name": "inner", "version": "3.0.0" }',
      },
    }
    const dependencies = { lodash: 'npm:dep@1.0.0', bundler: '*' }
    registry.publish(bundler, {
      ...TOOL,
      version: '3.0.0',
      manifest: { bin: { tool: 'cli.js' }, dependencies },
    })
    const { installer, found } = await fetched('@scope/tool@3')
    const { contents } = await installer.seal(found, wantedOf('@scope/tool'))
    expect(contents).toEqual([
      { ecosystem: 'npm', name: '@scope/tool', version: '3.0.0' },
      { ecosystem: 'npm', name: 'bundler', version: '1.0.0' },
      { ecosystem: 'npm', name: 'inner', version: '3.0.0', isBundled: true },
      { ecosystem: 'npm', name: 'dep', version: '1.0.0' },
    ])
  })

  it('of a newer version is compared with the one before, package by package and file by file', async () => {
    const { found: before } = await fetched('@scope/tool')
    registry.publish(
      { name: 'extra', version: '1.0.0' },
      {
        ...TOOL,
        version: '2.0.0',
        manifest: { bin: { tool: 'cli.js' }, dependencies: { extra: '*' } },
      },
    )
    const { installer, found: after } = await fetched('@scope/tool@2')
    const installed = (folder: string): InstalledPackage => ({
      ecosystem: 'npm',
      name: '@scope/tool',
      version: '',
      wanted: '',
      program: 'tool',
      folder,
      packages: 0,
      files: 0,
      size: 0,
      scripts: [],
    })
    expect(await installer.compare(installed(before.folder), installed(after.folder))).toEqual({
      packages: [
        { name: '@scope/tool', before: '1.2.0', after: '2.0.0' },
        { name: 'dep', before: '1.0.0', after: null },
        { name: 'extra', before: null, after: '1.0.0' },
      ],
      files: { added: 1, removed: 2, changed: 1 },
    })
    expect(await installer.compare(installed(after.folder), installed(after.folder))).toEqual({
      packages: [],
      files: { added: 0, removed: 0, changed: 0 },
    })
  })

  it('that is cancelled leaves nothing, neither a folder nor a process', async () => {
    const { requested, release } = registry.hold()
    const controller = new AbortController()
    const attempt = fetched('@scope/tool', { signal: controller.signal })
    await requested
    controller.abort(new Error('stopped'))
    await expect(attempt).rejects.toThrow('stopped')
    expect(readdirSync(root)).toEqual([])
    release()
  })

  /**
   * @threat launch.installed-package
   * @attacker program
   * @tries runs code while a package is installed, or changes a file of an installed package afterwards
   * @stoppedBy npm runs without scripts of packages; scripts run only of packages that the person chose by name; the
   * folder is read-only and pinned whole
   * @remains An allowed script, and the server itself, run with the permissions of the person.
   */
  it('runs no script of a package before it was chosen by name', async () => {
    const scripts = { postinstall: "node -e \"fs.writeFileSync('ran', '')\"" }
    registry.publish(
      { name: 'loud', version: '1.0.0', manifest: { bin: 'x.js', scripts }, files: { 'x.js': '' } },
      {
        name: 'both',
        version: '1.0.0',
        manifest: { bin: 'x.js', scripts, dependencies: { loud: '*' } },
        files: { 'x.js': '' },
      },
    )
    const { found, asked } = await fetched('both', { chosen: ['loud@1.0.0', 'other@1.0.0'] })
    const ran = (name: string) => existsSync(join(found.folder, 'node_modules', name, 'ran'))
    expect(asked.map(({ id }) => id).toSorted()).toEqual(['both@1.0.0', 'loud@1.0.0'])
    expect(asked[0]?.scripts).toEqual([{ name: 'postinstall', line: scripts.postinstall }])
    expect([ran('loud'), ran('both')]).toEqual([true, false])
    const { found: unasked } = await fetched('both')
    expect(existsSync(join(unasked.folder, 'node_modules', 'loud', 'ran'))).toBe(false)
  })
})

it('shows that npm builds what has a binding.gyp beside another script', async () => {
  registry.publish({
    name: 'built',
    version: '1.0.0',
    manifest: { bin: 'x.js', scripts: { postinstall: 'true' } },
    files: { 'x.js': '', 'binding.gyp': '{}' },
  })
  const { asked } = await fetched('built')
  expect(asked[0]?.scripts.map(({ line }) => line)).toEqual(['node-gyp rebuild', 'true'])
})

/** @threat launch.install-from-elsewhere */
it('is not sealed with a link that leads out of its folder', async () => {
  const { installer, found } = await fetched('@scope/tool')
  symlinkSync(home, join(found.folder, 'node_modules', 'out'))
  await expect(installer.seal(found, wantedOf('@scope/tool'))).rejects.toMatchObject({
    data: { problem: 'other-source' },
  })
  expect(statSync(home).mode & 0o200).toBe(0o200)
})

describe('what cannot be installed is named', () => {
  it('for a package, a version, a Node and a file that are not as they should be', async () => {
    registry.publish(
      { name: 'new', version: '1.0.0', manifest: { bin: 'x.js', engines: { node: '>=99' } } },
      { name: 'odd', version: '1.0.0', manifest: { bin: 'x.js' } },
    )
    registry.damage('odd')
    expect(await problemOf('nothing')).toBe('not-found')
    expect(await problemOf('@scope/tool@9')).toBe('version-not-found')
    expect(await problemOf('new')).toBe('node-too-old')
    expect(await problemOf('odd')).toBe('integrity')
    expect(readdirSync(root)).toEqual([])
    await registry.close()
    expect(await problemOf('dep')).toBe('registry-unreachable')
  })

  /**
   * @threat launch.install-from-elsewhere
   * @attacker program
   * @tries names a repository, an address or a folder as a dependency, whose preparation npm runs, or hides a package
   * with scripts under the name of another
   * @stoppedBy npm fetches from a registry alone, and the lock is read before anything else; scripts run by their
   * folder and only under their own name; no link leads out of the folder
   */
  it.each(['git+https://127.0.0.1:1/x.git', 'http://127.0.0.1:1/x.tgz', 'file:../..'])(
    'for a dependency that is from elsewhere than a registry: %s',
    async (spec) => {
      registry.publish({
        name: 'leads-out',
        version: '1.0.0',
        manifest: { bin: 'x.js', dependencies: { x: spec } },
        files: { 'x.js': '' },
      })
      expect(await problemOf('leads-out')).toMatch(/^(?:failed|other-source)$/)
      expect(readdirSync(root)).toEqual([])
    },
  )

  /** @threat launch.install-from-elsewhere */
  it('for a package with scripts that is there under the name of another', async () => {
    const scripts = { postinstall: 'true' }
    registry.publish(
      { name: 'evil', version: '1.0.0', manifest: { scripts } },
      {
        name: 'aliases',
        version: '1.0.0',
        manifest: { bin: 'x.js', dependencies: { dep: 'npm:evil@1.0.0' } },
        files: { 'x.js': '' },
      },
    )
    expect(await problemOf('aliases')).toBe('other-source')
  })

  /** @threat launch.install-from-elsewhere */
  it('for an npm that would run code of repositories', async () => {
    const folder = join(home, 'bin')
    await mkdir(folder)
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho 11.9.3\n')
    await chmod(join(folder, 'npm'), 0o755)
    const path = `${folder}:${process.env['PATH']}`
    expect(await problemOf('dep', { PATH: path })).toBe('npm-too-old')
  })

  it('for a full disk', async () => {
    const folder = join(home, 'bin')
    await mkdir(folder)
    const report = JSON.stringify({ error: { code: 'ENOSPC', summary: 'no space' } }, null, 2)
    const version = 'case "$*" in *--version) echo 11.10.0; exit;; esac'
    writeFileSync(
      join(folder, 'npm'),
      `#!/bin/sh\n${version}\ncat <<'END'\n${report}\nEND\nexit 1\n`,
    )
    await chmod(join(folder, 'npm'), 0o755)
    expect(await problemOf('dep', { PATH: `${folder}:${process.env['PATH']}` })).toBe('disk-full')
  })

  it('for a package without a program, with several, and with one that is not for Node', async () => {
    const files = { 'a.js': '', 'b.js': '', 'run.py': '#!/usr/bin/env python3\n' }
    const dependencies = { dep: '*', many: '*', snake: '*', out: '*' }
    registry.publish(
      { name: 'many', version: '1.0.0', manifest: { bin: { a: 'a.js', b: 'b.js' } }, files },
      { name: 'snake', version: '1.0.0', manifest: { bin: 'run.py' }, files },
      { name: 'out', version: '1.0.0', manifest: { bin: '../../../etc/passwd' }, files },
      { name: 'all', version: '1.0.0', manifest: { dependencies } },
    )
    const { installer, found } = await fetched('all')
    const sealing = (name: string, program: string | null = null) =>
      installer.seal(found, wantedOf(name, program)).then(
        (sealed) => sealed.package.program,
        (error: { data: { problem: string } }) => error.data.problem,
      )
    expect(await sealing('dep')).toBe('no-program')
    expect(await sealing('many')).toBe('several-programs')
    expect(await sealing('snake')).toBe('not-for-node')
    expect(await sealing('out')).toBe('no-program')
    expect(await sealing('many', 'b')).toBe('b')
  })
})
