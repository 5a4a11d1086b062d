import { realpath, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sameProgram, specOf, type InstallPlan } from '@gatehouse/domain/launch'
import type { Ecosystem, FetchRun } from '../common/ecosystem.ts'
import { installFailed } from '../common/install-problem.ts'
import type { InstallerEnd, InstallerPrograms } from '../common/installer-process.ts'
import { sealFolder } from '../common/sealed-folder.ts'
import { findPython, pythonOfUv } from './find-python.ts'
import { placesOf, type PythonPlaces } from './python-environment.ts'
import { lockText, readLock, readReport } from './python-lock.ts'
import { packagesToBuild, pythonProblem } from './python-problem.ts'
import { pythonProgramOf } from './python-program.ts'

/** No source distribution: its build runs code of the package. */
const WHEELS_ONLY = ['--only-binary', ':all:']
/** Only what the lock names, each with its hash. */
const LOCKED = ['--no-deps', '--require-hashes', ...WHEELS_ONLY]
const PIP = ['--no-input', '--disable-pip-version-check', '--no-color', '--progress-bar', 'off']

type Steps = InstallPlan['steps']

/** Installations of Python packages, each in an environment of its own, by the person's uv or else by pip. */
export function createPypiEcosystem(programs: InstallerPrograms): Ecosystem {
  return {
    find: async () =>
      (await programs.find('uv')) ?? (await programs.find('python3')) ?? programs.find('python'),
    async plan(wanted, folder) {
      const { with: beside, python } = wanted.pypi ?? { with: [], python: '' }
      const places = placesOf(folder)
      const uv = await programs.find('uv')
      const requirements = [specOf(wanted), ...beside]
      const interpreter =
        uv === null ? await findPython(programs, python) : await pythonOfUv(programs, uv, python)
      const steps =
        uv === null
          ? pipSteps(interpreter, places, requirements)
          : uvSteps(uv, places, interpreter || python)
      // The launcher of Windows is named by the package.
      const starts =
        interpreter === '' || process.platform === 'win32'
          ? {}
          : { starts: { command: places.python, args: ['-B', places.programs], interpreter } }
      return {
        spec: requirements.join(' '),
        installer: uv === null ? 'pip' : 'uv',
        steps,
        ...starts,
      }
    },
    async fetch({ installer, steps, folder, spec }, run) {
      const places = placesOf(folder)
      const [create, resolve, install] = steps
      if (!create || !resolve || !install) throw installFailed('failed')
      let count = 0
      const onLine = (line: string): void => {
        const name = fetchedFile(line)
        if (name !== null) run.onFetched((count += 1), name)
      }
      const start = (step: Steps[number], builds: readonly string[] = []) =>
        programs.run(
          {
            command: step.command,
            args: withBuilds(step.args, builds),
            cwd: folder,
            network: run.network,
            onLine,
          },
          run.signal,
        )
      assertDone(await start(create))
      await writeFile(places.requirements, `${spec.replaceAll(' ', '\n')}\n`)
      const builds = await resolveAll((chosen) => start(resolve, chosen), run)
      if (builds === null) return null
      if (installer === 'pip') {
        await writeFile(places.lock, lockText(await readReport(places.report, builds)))
        await rm(places.report)
      }
      await readLock(places.lock)
      assertDone(await start(install, builds))
      return { scripts: builds, publishedAt: null }
    },
    async seal({ folder, scripts }, wanted) {
      const places = placesOf(folder)
      const { name: program, command, args } = await pythonProgramOf(places, wanted)
      const locked = await readLock(places.lock)
      const version = locked.find(({ name }) => sameProgram(name, wanted.name))?.version
      if (version === undefined) throw installFailed('no-program', wanted.name)
      const size = await sealFolder(folder, await realpath(places.python))
      return {
        package: {
          ecosystem: 'pypi',
          name: wanted.name,
          version,
          wanted: wanted.wanted,
          folder,
          program,
          packages: locked.length,
          ...size,
          ...(wanted.pypi ? { pypi: wanted.pypi } : {}),
          scripts,
        },
        command,
        args,
        contents: locked.map((one) => ({
          ecosystem: 'pypi' as const,
          name: sameProgram(one.name, wanted.name) ? wanted.name : one.name,
          version: one.version,
        })),
      }
    },
    async versions(folder) {
      const locked = await readLock(placesOf(folder).lock)
      return new Map(locked.map(({ name, version }) => [name, version]))
    },
    isOfPackage: (path) =>
      /^env\/lib\//i.test(path) && !/\/__pycache__\/|\.dist-info\/RECORD$/.test(path),
  }
}

function uvSteps(command: string, places: PythonPlaces, version: string): Steps {
  const { environment, python, lock, requirements } = places
  const wanted = version === '' ? [] : ['--python', version]
  const compile = ['pip', 'compile', '--python', python, '--generate-hashes', ...WHEELS_ONLY]
  // A copy: what lies in uv's cache can be changed by others, and must not become read-only.
  const install = ['pip', 'install', '--python', python, ...LOCKED, '--link-mode', 'copy']
  return [
    { command, args: ['venv', '--no-python-downloads', ...wanted, environment] },
    {
      command,
      args: [...compile, '--no-header', '--no-annotate', '--output-file', lock, requirements],
    },
    { command, args: [...install, '--compile-bytecode', '-r', lock] },
  ]
}

function pipSteps(command: string, places: PythonPlaces, requirements: readonly string[]): Steps {
  const { environment, python, lock, report } = places
  const pip = ['-m', 'pip', '--python', python, 'install']
  // The outputs say for which packages there is source alone.
  const resolve = ['--dry-run', '--ignore-installed', '-vv', '--report', report]
  return [
    { command, args: ['-m', 'venv', '--without-pip', environment] },
    { command, args: [...pip, ...resolve, ...WHEELS_ONLY, ...PIP, '--', ...requirements] },
    { command, args: [...pip, ...LOCKED, ...PIP, '-r', lock] },
  ]
}

/** Exceptions from {@link WHEELS_ONLY}, by name. */
function withBuilds(args: readonly string[], builds: readonly string[]): string[] {
  const at = args.indexOf(':all:') + 1
  const exceptions = builds.flatMap((name) => ['--no-binary', name])
  return [...args.slice(0, at), ...exceptions, ...args.slice(at)]
}

/**
 * Resolves with the names of packages that the person allowed to be built, null if they refused. Nothing is built before.
 * Rejects with `install/failed`.
 */
async function resolveAll(
  resolve: (builds: readonly string[]) => Promise<InstallerEnd>,
  { chooseScripts }: Pick<FetchRun, 'chooseScripts'>,
): Promise<string[] | null> {
  const builds: string[] = []
  for (;;) {
    const end = await resolve(builds)
    if (end.code === 0) return builds
    const needed = packagesToBuild(end).filter((name) => !builds.includes(name))
    if (needed.length === 0) throw pythonProblem(end)
    const chosen = await chooseScripts(needed.map((id) => ({ id, scripts: [] })))
    if (chosen === null) return null
    if (needed.some((name) => !chosen.includes(name)))
      throw installFailed('needs-build', needed.join(', '))
    builds.push(...needed)
  }
}

function assertDone(end: InstallerEnd): void {
  if (end.code !== 0) throw pythonProblem(end)
}

/** The name of the file or package that a line of pip or uv says it fetched; null for any other line. */
function fetchedFile(line: string): string | null {
  const file = /^\s{0,8}Downloading (\S+)/.exec(line)?.[1]
  const installed = /^ \+ (\S+==\S+)/.exec(line)?.[1]
  return file === undefined ? (installed ?? null) : basename(file)
}
