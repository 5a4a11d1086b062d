/** Deletes what is kept of a sign-in and revokes it at its issuer. */
import { NEVER_ABORTED } from '@gatehouse/base'
import type { Authorizations, OutboundHttp, PreregisteredClient } from '@gatehouse/host/ports'
import type { Account, AccountStore, Identity } from './account.ts'
import { authorizationClientFor, type AuthorizationClient } from './metadata-client.ts'
import { revokeTokens } from './token-requests.ts'

type LeftServer = Parameters<Authorizations['signOut']>[0]

interface Left {
  account: Omit<Account, 'tokens' | 'identity'>
  revoked: Promise<void>
}

/**
 * Deletes accounts and revokes their tokens. Deleted tokens are no longer used here, whether or not their issuer
 * could be notified.
 */
export function createRevocation(store: AccountStore, http: OutboundHttp) {
  async function revoke(
    { tokens, identity, ...rest }: Account,
    server: LeftServer,
    given: PreregisteredClient | undefined,
  ): Promise<void> {
    if (tokens)
      await sendRevocation({ ...rest, tokens }, authorizationClientFor(server, http), given).catch(
        () => undefined,
      )
    if (identity) await revokeIdentity(identity, server, http)
  }

  /** Deletes an account for another address or client: it is not used again, even if the server changes back. */
  async function drop(account: Account, server: LeftServer): Promise<void> {
    await store.remove(server.id)
    const { tokens: _tokens, ...withoutTokens } = account
    // What the person entered for this client must not be shown to the issuer of another one.
    void revoke(account.client.how === 'given' ? withoutTokens : account, server, undefined)
  }

  /** Gives what it was, where it was of this receiver, once it is no longer here: `revoked` never rejects. */
  async function leave(server: LeftServer): Promise<Left | undefined> {
    const found = await store.find(server)
    if (!found.account) {
      if (found.isDamaged) await store.remove(server.id)
      return undefined
    }
    const { account, isOthers } = found
    if (isOthers) {
      await drop(account, server)
      return undefined
    }
    const { tokens: _tokens, identity: _identity, ...rest } = account
    // With the registration, by which two sign-ins could be linked to one person.
    await store.remove(server.id)
    return { account: rest, revoked: revoke(account, server, server.client) }
  }

  return { revoke, drop, leave }
}

/** Notifies the provider that its tokens are no longer used, as a client that has no secret there. Never rejects. */
async function revokeIdentity(
  { issuer, clientId, token, refresh, revocationEndpoint }: Identity,
  { network }: LeftServer,
  outbound: OutboundHttp,
): Promise<void> {
  if (refresh === undefined) return
  const session = {
    issuer,
    revocationEndpoint,
    client: { id: clientId, method: 'none' as const, how: 'given' as const },
    tokens: { access: token, refresh },
  }
  const http = authorizationClientFor({ url: issuer, network }, outbound)
  await sendRevocation(session, http, undefined).catch(() => undefined)
}

function sendRevocation(
  account: Parameters<typeof revokeTokens>[0],
  http: AuthorizationClient,
  given: Pick<PreregisteredClient, 'credential'> | undefined,
): Promise<void> {
  return revokeTokens(account, { http, given, signal: NEVER_ABORTED })
}
