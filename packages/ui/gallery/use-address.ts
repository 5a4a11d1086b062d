import { createContext, useContext, useEffect } from 'react'
import type { InMemoryBridge } from '../src/lib/bridge/in-memory-bridge.ts'
import { readLocation, type Address } from './address.ts'

/** The address that the gallery shows now; its switches change it without a new page. */
export const AddressContext = createContext<Address>(readLocation(location.search))

export function useAddress(): Address {
  return useContext(AddressContext)
}

/** Gives an app over a sample world the gallery's theme and language, now and whenever they change. */
export function useGallerySettings(bridge: InMemoryBridge): void {
  const { theme, locale: language } = useAddress()
  useEffect(
    () => void bridge.request('app.change-settings', { theme, language }),
    [bridge, theme, language],
  )
}
