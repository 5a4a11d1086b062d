import { useState } from 'react'
import { App } from '../src/app.tsx'
import { createSampleBridge, type SampleWorld } from '../src/lib/samples/sample-bridge.ts'
import { createUiStore, type UiState } from '../src/lib/ui-store.tsx'
import { useAddress, useGallerySettings } from './use-address.ts'

export interface AppAtProps {
  /** Where the person is and what is open. */
  at?: Partial<UiState>
  world?: SampleWorld
}

/** The whole app over a sample world, in the gallery's theme and language. */
export function AppAt({ at = {}, world = {} }: AppAtProps) {
  const { theme, locale } = useAddress()
  const [app] = useState(() => ({
    bridge: createSampleBridge({
      ...world,
      settings: { theme, language: locale, ...world.settings },
    }),
    store: createUiStore({ conversationId: 'release', serverId: 'filesystem', ...at }),
  }))
  useGallerySettings(app.bridge)
  return <App bridge={app.bridge} uiStore={app.store} />
}
