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
  'stores' | 'vault' | 'events' | 'ids' | 'timers' | 'digest' | 'profile' | 'authorizations'
>

export function createSecretServices(deps: Dependencies): SecretServices {
  const { stores, vault, events, ids, timers, digest, profile, authorizations } = deps
  const inventory = new SecretInventory({ vault, stores, profile })
  const changes = new SecretChanges({
    vault,
    stores,
    ids,
    profile,
    async onChanged() {
      await inventory.updateIfRecorded()
      events.emit('secret.changed', {})
    },
  })
  return {
    changes,
    servicesFor(registry) {
      const signIns = new ServerSignIns({
        authorizations,
        digest,
        stores,
        vault,
        timers,
        events,
        registry,
      })
      const secrets = new StoredSecrets({
        vault,
        stores,
        events,
        ids,
        authorizations,
        registry,
        signIns,
        secrets: changes,
        inventory,
      })
      return { signIns, secrets }
    },
    async tidy() {
      await changes.tidy()
      await inventory.updateIfRecorded()
    },
  }
}
