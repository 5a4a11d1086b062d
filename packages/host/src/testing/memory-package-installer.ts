import type { InstallationDiff, NamedPackage } from '@gatehouse/domain/launch'
import type { PackageInstaller, ScriptedPackage } from '../ports/index.ts'

/** Installations that are only a set of folders; every field may be changed while a test runs. */
export interface MemoryPackageInstaller extends PackageInstaller {
  folders: Set<string>
  scripted: ScriptedPackage[]
  /** Ids of packages whose scripts ran. */
  ran: string[]
  version: string
  /** Packages that come with each package. */
  dependencies: NamedPackage[]
  publishedAt: number | null
  diff: Omit<InstallationDiff, 'before'>
  /** Called while a package is fetched. */
  onFetch: () => Promise<void>
}

export function createMemoryPackageInstaller(): MemoryPackageInstaller {
  let count = 0
  const memory: MemoryPackageInstaller = {
    folders: new Set(),
    scripted: [],
    ran: [],
    version: '1.0.0',
    dependencies: [],
    publishedAt: null,
    diff: { packages: [], files: { added: 0, removed: 0, changed: 0 } },
    onFetch: () => Promise.resolve(),
    findNpm: () => Promise.resolve('/usr/bin/npm'),
    plan(spec) {
      count += 1
      const folder = `/data/packages/${count}`
      const starts = { command: '/usr/bin/node', args: [folder] }
      const command = '/usr/bin/npm'
      return Promise.resolve({ spec, command, args: ['install', spec], folder, starts })
    },
    async fetch({ folder }, { onFetched }, signal) {
      memory.folders.add(folder)
      await memory.onFetch()
      if (signal.aborted) memory.folders.delete(folder)
      signal.throwIfAborted()
      onFetched(1, 'package.tgz')
      return { folder, scripted: memory.scripted, publishedAt: memory.publishedAt }
    },
    runScripts(_fetched, ids) {
      memory.ran.push(...ids)
      return Promise.resolve()
    },
    seal({ folder, publishedAt }, { name, wanted, program }) {
      const size = { packages: 1, files: 2, size: 3 }
      return Promise.resolve({
        package: {
          name,
          version: memory.version,
          wanted,
          folder,
          program: program ?? name,
          ...size,
          ...(publishedAt === null ? {} : { publishedAt }),
          scripts: [],
        },
        command: '/usr/bin/node',
        args: [`${folder}/cli.js`],
        contents: [
          { ecosystem: 'npm' as const, name, version: memory.version },
          ...memory.dependencies,
        ],
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
