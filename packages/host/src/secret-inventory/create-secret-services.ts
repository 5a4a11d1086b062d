import type { HostDependencies } from '../dependencies.ts'
import { SecretChanges } from '../secrets/secret-changes.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { ServerSignIns } from '../server-sign-ins/server-sign-ins.ts'
import { SecretInventory } from './secret-inventory.ts'
import { StoredSecrets } from './stored-secrets.ts'

/** Changes of secrets, and their list for the person, with deletion. */
export interface SecretServices {
  changes: SecretChanges
  servicesFor(registry: ServerRegistry): { signIns: ServerSignIns; secrets: StoredSecrets }
  /** Ends what a kill left undone, and takes in what is there. */
  tidy(): Promise<void>
}

type Dependencies = Pick<
  HostDependencies,
  | 'stores'
  | 'vault'
  | 'events'
  | 'clock'
  | 'ids'
  | 'timers'
  | 'digest'
  | 'profile'
  | 'authorizations'
>

export function createSecretServices(deps: Dependencies): SecretServices {
  const inventory = new SecretInventory(deps)
  const changes = new SecretChanges({
    ...deps,
    async onChanged() {
      await inventory.updateIfRecorded()
      deps.events.emit('secret.changed', {})
    },
  })
  return {
    changes,
    servicesFor(registry) {
      const signIns = new ServerSignIns({ ...deps, registry })
      const parts = { registry, signIns, secrets: changes, inventory }
      return { signIns, secrets: new StoredSecrets({ ...deps, ...parts }) }
    },
    async tidy() {
      await changes.tidy()
      await inventory.updateIfRecorded()
    },
  }
}
