import type { HostDependencies } from '../dependencies.ts'
import { SecretChanges } from '../server-secrets/secret-changes.ts'
import type { ServerRegistry } from '../servers/server-registry.ts'
import { SignInService } from '../stored-sign-ins/sign-in-service.ts'
import { SecretInventory } from './secret-inventory.ts'
import { SecretService } from './secret-service.ts'

/** How secrets are changed, and how the person sees and forgets them. */
export interface Secrets {
  changes: SecretChanges
  servicesFor(registry: ServerRegistry): { signIns: SignInService; secrets: SecretService }
  /** Ends what a kill left undone, and takes in what is there. */
  tidy(): Promise<void>
}

export function createSecrets(deps: HostDependencies): Secrets {
  const inventory = new SecretInventory(deps)
  const changes = new SecretChanges({
    ...deps,
    async onChanged() {
      await inventory.note()
      deps.events.emit('secret.changed', {})
    },
  })
  return {
    changes,
    servicesFor(registry) {
      const signIns = new SignInService({ ...deps, registry })
      const parts = { registry, signIns, secrets: changes, inventory }
      return { signIns, secrets: new SecretService({ ...deps, ...parts }) }
    },
    async tidy() {
      await changes.tidy()
      await inventory.note()
    },
  }
}
