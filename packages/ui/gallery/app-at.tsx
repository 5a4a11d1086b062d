import { useState } from 'react'
import { App } from '../src/app.tsx'
import { createSampleBridge, type SampleWorld } from '../src/lib/samples/sample-bridge.ts'
import { createUiStore, type UiState } from '../src/lib/ui-store.tsx'
import { readLocation } from './address.ts'

export interface AppAtProps {
  /** Where the person is and what is open. */
  at?: Partial<UiState>
  world?: SampleWorld
}

/** The whole app over a sample world, in the gallery's theme and language. */
export function AppAt({ at = {}, world = {} }: AppAtProps) {
  const [app] = useState(() => {
    const { theme, locale } = readLocation(location.search)
    const settings = { theme, language: locale, ...world.settings }
    return {
      bridge: createSampleBridge({ ...world, settings }),
      store: createUiStore({ conversationId: 'release', serverId: 'filesystem', ...at }),
    }
  })
  return <App bridge={app.bridge} uiStore={app.store} />
}
