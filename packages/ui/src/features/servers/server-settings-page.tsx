import { RuntimeSettings } from './runtimes/runtime-settings.tsx'
import { TrustedSigners } from './signers/trusted-signers.tsx'

/** The page of Settings about all servers. */
export function ServerSettingsPage() {
  return (
    <>
      <RuntimeSettings />
      <TrustedSigners />
    </>
  )
}
