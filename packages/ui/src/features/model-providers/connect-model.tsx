import type { DiscoveredProvider } from '@gatehouse/domain'
import { useDiscovered, useProviders } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import {
  discoveredForm,
  emptyProvider,
  providerForm,
  type ProviderForm,
} from './provider-form-state.ts'

/** The dialog that connects a model, or changes the key of one that is connected. */
export function ConnectModel() {
  const overlay = useUi((ui) => ui.overlay)
  const providers = useProviders().data
  const discovered = useDiscovered().data
  if (overlay?.kind !== 'connect-model') return null
  const known = providers?.find((provider) => provider.id === overlay.providerId)
  if (overlay.providerId !== undefined && !known) return null
  return (
    <ProviderDialog
      start={startOf(discovered, overlay.discoveredUrl, known && providerForm(known))}
      known={known}
    />
  )
}

function startOf(
  discovered: DiscoveredProvider[] | undefined,
  url: string | undefined,
  known: ProviderForm | undefined,
): ProviderForm {
  const found = discovered?.find((one) => one.baseUrl === url)
  return known ?? (found ? discoveredForm(found) : emptyProvider())
}
