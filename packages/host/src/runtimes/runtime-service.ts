import { GatehouseError, type ServerConfig, type ToolCallProgress } from '@gatehouse/domain'
import {
  programNameOf,
  runtimeNameSchema,
  runtimeOf,
  type RuntimeList,
  type RuntimeName,
} from '@gatehouse/domain/launch'
import type { HostDependencies } from '../dependencies.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'

type Dependencies = Pick<
  HostDependencies,
  'connections' | 'consent' | 'digest' | 'events' | 'managedRuntimes' | 'stores' | 'vault'
> & {
  /** The saved servers. */
  servers(): readonly ServerConfig[]
}

/** Runtimes of the person, copies that the app fetched, and programs that the person picked for launches without one. */
export class RuntimeService {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  async list(): Promise<RuntimeList> {
    const { connections, managedRuntimes, stores, servers } = this.#deps
    const [{ found, lookedIn }, copies] = await Promise.all([
      connections.findRuntimes(),
      managedRuntimes.installed(),
    ])
    const { pickedRuntimes } = stores.settings.load()
    const runtimes = runtimeNameSchema.options.map((name) => {
      const managed = copies.find((one) => one.name === name) ?? null
      return {
        name,
        found: found.find((one) => one.name === name) ?? null,
        managed,
        usedBy: managed ? usersOf(managed.folder, servers()) : [],
        picked: pickedRuntimes.find((one) => one.name === name)?.path ?? null,
        plan: managedRuntimes.plan(name),
      }
    })
    return { runtimes, lookedIn }
  }

  /** Fetches a copy once the person agreed. Rejects with `runtime/failed`. */
  async install(
    name: RuntimeName,
    { onProgress, signal }: { onProgress(progress: ToolCallProgress): void; signal: AbortSignal },
  ): Promise<'installed' | 'cancelled'> {
    const { consent, managedRuntimes } = this.#deps
    const plan = managedRuntimes.plan(name)
    if (!plan) throw runtimeFailed('not-for-this-system')
    const decision = await consent.ask({ kind: 'runtime', plan }, signal)
    if (decision === 'cancel') return 'cancelled'
    const onBytes = (progress: number, total: number | null): void =>
      onProgress({ progress, ...(total === null ? {} : { total }) })
    const network = await effectiveNetwork(undefined, this.#deps).catch(() => undefined)
    try {
      await managedRuntimes.install(plan, { network, onBytes }, signal)
      return 'installed'
    } catch (error) {
      if (signal.aborted) return 'cancelled'
      throw error
    }
  }

  /** Removes the copy. Servers that run with it go on until they end. */
  remove(name: RuntimeName): Promise<void> {
    return this.#deps.managedRuntimes.remove(name)
  }

  /** Sets the program for launches that lack the runtime; null takes it away. Throws `runtime/other-program`. */
  pick(name: RuntimeName, path: string | null): void {
    const { stores, events } = this.#deps
    if (path !== null && runtimeOf({ command: path, args: [] }) !== name)
      throw new GatehouseError(
        'runtime/other-program',
        `${programNameOf(path)} is not a program of ${name}.`,
        { data: { name, program: programNameOf(path) } },
      )
    const settings = stores.settings.load()
    const others = settings.pickedRuntimes.filter((one) => one.name !== name)
    const next = {
      ...settings,
      pickedRuntimes: path === null ? others : [...others, { name, path }],
    }
    stores.settings.save(next)
    events.emit('settings.changed', next)
  }
}

/** Names of servers whose allowed files are in the folder. */
function usersOf(folder: string, servers: readonly ServerConfig[]): string[] {
  return servers
    .filter(({ pin }) => pin?.files.some(({ path }) => path.startsWith(folder)) === true)
    .map(({ name }) => name)
}

function runtimeFailed(problem: 'not-for-this-system'): GatehouseError {
  return new GatehouseError('runtime/failed', 'There is no copy of this runtime for this system.', {
    data: { problem },
  })
}
