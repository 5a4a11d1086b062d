import type { ResolvedNetwork } from '@gatehouse/domain'
import type { ManagedRuntime, RuntimeName, RuntimePlan } from '@gatehouse/domain/launch'

/** Copies of runtimes that this app fetched, each in a read-only folder of its own. */
export interface ManagedRuntimes {
  /** The copy for this system; null where there is none. */
  plan(name: RuntimeName): RuntimePlan | null
  /** The copies that are complete. */
  installed(): Promise<ManagedRuntime[]>
  /**
   * Fetches the archives as the plan says, verifies them and unpacks them; older copies of the runtime are removed then.
   * A failure and an aborted `signal` leave nothing of it. Rejects with `runtime/failed`; `data.problem` is a
   * `RuntimeProblem`.
   */
  install(
    plan: RuntimePlan,
    options: {
      network: ResolvedNetwork | undefined
      onBytes(bytes: number, total: number | null): void
    },
    signal: AbortSignal,
  ): Promise<void>
  remove(name: RuntimeName): Promise<void>
  /** Removes what interrupted installations left. Never rejects. */
  removeLeftovers(): Promise<void>
}
