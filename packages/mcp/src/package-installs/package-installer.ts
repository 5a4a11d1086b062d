import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstallEcosystem } from '@gatehouse/domain/launch'
import type { PackageInstaller } from '@gatehouse/host/ports'
import { createSearchPath } from '../system/environment/search-path.ts'
import { createProcessLedger } from '../system/processes/process-ledger.ts'
import { reapLeftovers } from '../system/processes/reap-leftovers.ts'
import { compareFiles, comparePackages } from './common/compare-installations.ts'
import type { Ecosystem } from './common/ecosystem.ts'
import { installFailed } from './common/install-problem.ts'
import { createInstallerPrograms } from './common/installer-process.ts'
import { removeFolder } from './common/sealed-folder.ts'
import { createNpmEcosystem } from './npm/npm-ecosystem.ts'
import { createOciEcosystem } from './oci/oci-ecosystem.ts'
import { createPypiEcosystem } from './pypi/pypi-ecosystem.ts'

export interface PackageInstallerOptions {
  /** Folder in which each installation gets one of its own. */
  root: string
  /** Absolute path of the JSON file that lists running installations. */
  ledgerFile: string
  /** The environment from which installers inherit a few safe variables. Default: that of this process. */
  baseEnvironment?: NodeJS.ProcessEnv
  /** Milliseconds that the login shell may take. Default 3000. */
  shellTimeoutMs?: number
  /** Milliseconds for each of the two grace periods of a cancelled installation. Default 2000. */
  graceMs?: number
}

const OWN = 0o700

/** Installations by the person's own programs, below `root`. */
export function createPackageInstaller(options: PackageInstallerOptions): PackageInstaller {
  const { root } = options
  const environment = options.baseEnvironment ?? process.env
  const graceMs = options.graceMs ?? 2000
  const ledger = createProcessLedger(options.ledgerFile)
  const searchPath = createSearchPath({ environment, timeoutMs: options.shellTimeoutMs ?? 3000 })
  const programs = createInstallerPrograms({ environment, searchPath, ledger, graceMs })
  const ecosystems: Readonly<Record<InstallEcosystem, Ecosystem>> = {
    npm: createNpmEcosystem(programs),
    pypi: createPypiEcosystem(programs),
    oci: createOciEcosystem(programs),
  }
  let reaped: Promise<unknown> | undefined

  return {
    async find() {
      const { npm, pypi, oci } = ecosystems
      const found = await Promise.all([npm.find(), pypi.find(), oci.find()])
      return { npm: found[0], pypi: found[1], oci: found[2] }
    },
    async plan(wanted) {
      const { ecosystem } = wanted
      const folder = join(root, randomUUID())
      return { ecosystem, folder, ...(await ecosystems[ecosystem].plan(wanted, folder)) }
    },
    async fetch(plan, run, signal) {
      const { folder, ecosystem } = plan
      try {
        await mkdir(folder, { recursive: true, mode: OWN })
        const fetched = await ecosystems[ecosystem].fetch(plan, { ...run, signal })
        if (fetched === null) await removeFolder(folder)
        return fetched && { folder, ...fetched }
      } catch (error) {
        await removeFolder(folder).catch(() => undefined)
        throw isNoSpace(error) ? installFailed('disk-full') : error
      }
    },
    seal: (fetched, wanted) => ecosystems[wanted.ecosystem].seal(fetched, wanted),
    async compare(before, after) {
      const { versions, isOfPackage } = ecosystems[after.ecosystem]
      const [old, present] = await Promise.all([versions(before.folder), versions(after.folder)])
      return {
        packages: comparePackages(old, present),
        files: isOfPackage
          ? await compareFiles(before.folder, after.folder, isOfPackage)
          : { added: 0, removed: 0, changed: 0 },
      }
    },
    async prune(isUsed) {
      reaped ??= reapLeftovers(ledger, graceMs)
      await reaped
      for (const name of await readdir(root).catch((): string[] => [])) {
        const folder = join(root, name)
        if (!isUsed(folder)) await removeFolder(folder).catch(() => undefined)
      }
    },
  }
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
