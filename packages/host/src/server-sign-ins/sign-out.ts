/** Signs out of a server, at its issuer too. */
import type { ServerConfig } from '@gatehouse/domain'
import type { HostDependencies } from '../dependencies.ts'
import { receiverDigest } from '../secrets/receiver-digest.ts'
import { resolveClient } from '../secrets/oauth-client-secrets.ts'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'

/** Milliseconds that notifying an issuer may take where something else waits. */
const WAITING_MS = 3000

type Dependencies = Pick<HostDependencies, 'authorizations' | 'digest' | 'stores' | 'vault'>

/**
 * Removes what is kept of it and revokes it, as its settings are now: it must not be running. Rejects with
 * `sign-in/locked`.
 *
 * @param late see {@link Authorizations.signOut}
 */
export async function signOut(
  config: ServerConfig,
  deps: Dependencies,
  late?: Promise<void>,
): Promise<void> {
  const { transport, network } = config
  if (transport.kind !== 'http') return
  const left = {
    id: config.id,
    receiver: receiverDigest(config, deps.digest),
    url: transport.url,
    // Their secrets serve the revocation at the issuer only: without them the tokens still go from here.
    client: await resolveClient(config, deps).catch(() => undefined),
    network: await effectiveNetwork(network, deps).catch(() => undefined),
  }
  await deps.authorizations.signOut(left, late)
}

/**
 * The same where no issuer that does not respond may hold up what comes next. The local part is waited for: the
 * keychain may be slow, and a removal would run on behind what comes next. Never rejects.
 */
export async function signOutInTime(
  config: ServerConfig,
  deps: Dependencies & Pick<HostDependencies, 'timers'>,
): Promise<void> {
  let cancel: () => void = () => undefined
  const late = new Promise<void>((resolve) => (cancel = deps.timers.after(WAITING_MS, resolve)))
  await signOut(config, deps, late).catch(() => undefined)
  cancel()
}
