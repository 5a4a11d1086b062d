import {
  specOf,
  type InstallationDiff,
  type NamedPackage,
  type WantedPackage,
} from '@gatehouse/domain/launch'
import type { PackageInstaller, ScriptedPackage } from '../ports/index.ts'
import type { PlannedInstall } from '../ports/package-installer.ts'

/** Installations that are only a set of folders; every field may be changed while a test runs. */
export interface MemoryPackageInstaller extends PackageInstaller {
  folders: Set<string>
  scripted: ScriptedPackage[]
  /** Ids of packages whose scripts ran. */
  ran: string[]
  version: string
  /** Of images: one digit in hex. */
  digest: string
  /** Packages that come with each package. */
  dependencies: NamedPackage[]
  publishedAt: number | null
  diff: Omit<InstallationDiff, 'before'>
  /** Called while a package is fetched. */
  onFetch: () => Promise<void>
}

function planOfImage({ oci, ...wanted }: WantedPackage, folder: string): PlannedInstall {
  const command = '/usr/bin/docker'
  const spec = specOf(wanted)
  return {
    ecosystem: 'oci',
    installer: 'docker',
    spec,
    steps: [{ command, args: ['pull', spec] }],
    folder,
    starts: { command, args: [...(oci?.options ?? []), wanted.name] },
  }
}

export function createMemoryPackageInstaller(): MemoryPackageInstaller {
  let count = 0
  const memory: MemoryPackageInstaller = {
    folders: new Set(),
    scripted: [],
    ran: [],
    version: '1.0.0',
    digest: 'a',
    dependencies: [],
    publishedAt: null,
    diff: { packages: [], files: { added: 0, removed: 0, changed: 0 } },
    onFetch: () => Promise.resolve(),
    find: () =>
      Promise.resolve({ npm: '/usr/bin/npm', pypi: '/usr/bin/uv', oci: '/usr/bin/docker' }),
    plan(wanted) {
      count += 1
      const { ecosystem } = wanted
      const folder = `/data/packages/${count}`
      const spec = specOf(wanted)
      if (wanted.ecosystem === 'oci') return Promise.resolve(planOfImage(wanted, folder))
      const [installer, args] =
        ecosystem === 'npm' ? ['npm', ['install', spec]] : ['uv', ['pip', 'install', spec]]
      const steps = [{ command: `/usr/bin/${installer}`, args }]
      return Promise.resolve({
        ecosystem,
        installer,
        spec,
        steps,
        folder,
        ...(ecosystem === 'npm' ? { starts: { command: '/usr/bin/node', args: [folder] } } : {}),
      })
    },
    async fetch({ folder }, { onFetched, chooseScripts }, signal) {
      memory.folders.add(folder)
      await memory.onFetch()
      if (signal.aborted) memory.folders.delete(folder)
      signal.throwIfAborted()
      onFetched(1, 'package.tgz')
      const { scripted, publishedAt } = memory
      const scripts = scripted.length === 0 ? [] : await chooseScripts(scripted)
      if (scripts === null) memory.folders.delete(folder)
      else memory.ran.push(...scripts)
      return scripts && { folder, scripts: [...scripts], publishedAt }
    },
    seal({ folder, publishedAt, scripts }, { ecosystem, name, wanted, program, pypi, oci }) {
      const size = { packages: 1, files: 2, size: 3 }
      if (ecosystem === 'oci') {
        const image = `${name}@sha256:${memory.digest.repeat(64)}`
        const { version } = memory
        return Promise.resolve({
          package: {
            ecosystem,
            name,
            version,
            wanted,
            folder: image,
            program: name,
            ...size,
            scripts,
          },
          command: '/usr/bin/docker',
          args: [...(oci?.options ?? []), image],
          contents: [],
        })
      }
      return Promise.resolve({
        package: {
          ecosystem,
          name,
          version: memory.version,
          wanted,
          folder,
          program: program ?? name,
          ...size,
          ...(publishedAt === null ? {} : { publishedAt }),
          ...(pypi ? { pypi } : {}),
          scripts,
        },
        command: '/usr/bin/node',
        args: [`${folder}/cli.js`],
        contents: [{ ecosystem, name, version: memory.version }, ...memory.dependencies],
      })
    },
    compare: () => Promise.resolve(memory.diff),
    prune(isUsed) {
      for (const folder of memory.folders) if (!isUsed(folder)) memory.folders.delete(folder)
      return Promise.resolve()
    },
  }
  return memory
}
