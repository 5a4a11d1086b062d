import type {
  Authorizations,
  AuthorizedServer,
  PreregisteredClient,
  OutboundHttp,
  SecretVault,
} from '@gatehouse/host/ports'
import type { SignInView } from '@gatehouse/domain'
import type { AppLinks } from './app-link-receiver.ts'
import {
  createAccountStore,
  type Account,
  type AccountStore,
  type FoundAccount,
  type Identity,
} from './account.ts'
import { createAuthorizationClient, type AuthorizationClient } from './metadata-client.ts'
import { addressPolicyFor } from './address-policy.ts'
import type { PageLanguage } from './redirect-page.ts'
import { ServerAuthorization } from './server-authorization.ts'
import type { ClientIdentity } from './sign-in-request.ts'
import { readAssertion } from './assertion-file.ts'
import { revokeTokens } from './token-requests.ts'
import type { SignInTrace } from './trace.ts'

const BROWSER_TIMEOUT_MS = 600_000
/** Milliseconds that a renewal under way has when the app is left. */
const LEAVING_MS = 3000

type LeftServer = Parameters<Authorizations['signOut']>[0]

interface LeftAccount {
  receiver: string
  account: SignInView['account']
}

export interface AuthorizationsOptions {
  vault: SecretVault
  http: OutboundHttp
  own: ClientIdentity
  /** Of the page that the browser ends on. */
  language(): PageLanguage
  /** Absent where no links open this app. */
  appLinks?: AppLinks | undefined
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  now?: () => number
  /** Milliseconds that a person has in the browser. Default ten minutes. */
  browserTimeoutMs?: number
}

/** Sign-ins that let their process end in order. */
export interface ClosableAuthorizations extends Authorizations {
  /**
   * Waits, at most three seconds, for renewals under way and until they are in the vault: where refresh tokens
   * rotate the former one is used up. The vault is closed after this.
   */
  close(): Promise<void>
}

/** OAuth 2.1 for MCP servers (MCP 2026-07-28 back to 2025-03-26, basic/authorization). */
export function createAuthorizations(options: AuthorizationsOptions): ClosableAuthorizations {
  const store = createAccountStore(options.vault)
  const servers = new Map<string, { key: string; authorization: ServerAuthorization }>()
  const traces = new Map<string, SignInTrace>()
  /** What the person signed out of: shown until the app is left. */
  const left = new Map<string, LeftAccount>()
  const { revoke, drop, leave } = createRevocation(store, options)

  function create(server: AuthorizedServer, before: Promise<void> | undefined) {
    const { now = Date.now, browserTimeoutMs = BROWSER_TIMEOUT_MS } = options
    return new ServerAuthorization(server, {
      ...options,
      store,
      now,
      browserTimeoutMs,
      http: clientFor(server, options),
      httpFor: (url) => clientFor({ ...server, url }, options),
      onTrace: (trace) => void traces.set(server.id, trace),
      revoke: (account) => revoke(account, server, server.client),
      drop: (account) => drop(account, server),
      before: Promise.resolve(before),
    })
  }

  async function end(id: string): Promise<void> {
    const kept = servers.get(id)
    servers.delete(id)
    await kept?.authorization.end()
  }

  return {
    open(server) {
      const [id, key] = [server.id, keyOf(server)]
      const kept = servers.get(id)
      const authorization =
        kept?.key === key ? kept.authorization : create(server, kept?.authorization.end())
      servers.set(id, { key, authorization })
      authorization.begin(server)
      return authorization
    },
    allowAsking: (id) => servers.get(id)?.authorization.allowAsking(),
    async view(owner) {
      const view = viewOf(await store.find(owner), traces.get(owner.id))
      const last = left.get(owner.id)
      if (view.account || view.isDamaged || last?.receiver !== owner.receiver) return view
      return { ...view, account: last.account }
    },
    readAssertion,
    async signOut(server) {
      await end(server.id)
      const account = await leave(server)
      if (account) left.set(server.id, account)
    },
    async forget(id) {
      await end(id)
      traces.delete(id)
      left.delete(id)
      await store.remove(id)
    },
    close: () => settle([...servers.values()].map(({ authorization }) => authorization)),
  }
}

/** Another way to the server, or another client there, begins anew. */
function keyOf({ receiver, url, network, client, redirect }: AuthorizedServer): string {
  return JSON.stringify([receiver, url, network, client, redirect])
}

async function settle(authorizations: readonly ServerAuthorization[]): Promise<void> {
  const work = Promise.all(authorizations.map((authorization) => authorization.settled()))
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, LEAVING_MS)))])
  clearTimeout(timer)
}

function clientFor(
  { url, network }: Pick<AuthorizedServer, 'url' | 'network'>,
  { http }: Pick<AuthorizationsOptions, 'http'>,
): AuthorizationClient {
  return createAuthorizationClient({ http, addressPolicy: addressPolicyFor(url), network })
}

/** What is forgotten here is of no use to anybody here, whether its issuer hears of it or not. */
function createRevocation(store: AccountStore, options: AuthorizationsOptions) {
  async function revoke(
    { tokens, identity, ...rest }: Account,
    server: LeftServer,
    given: PreregisteredClient | undefined,
  ): Promise<void> {
    if (tokens)
      await sendRevocation({ ...rest, tokens }, clientFor(server, options), given).catch(
        () => undefined,
      )
    if (identity) await revokeIdentity(identity, server, options)
  }

  /** What was given for another address or client is nobody's any more, also for who comes back to it. */
  async function drop(account: Account, server: LeftServer): Promise<void> {
    await store.remove(server.id)
    const { tokens: _tokens, ...withoutTokens } = account
    // What the person entered for this client must not be shown to the issuer of another one.
    void revoke(account.client.how === 'given' ? withoutTokens : account, server, undefined)
  }

  /** Gives what it was, where it was of this receiver. */
  async function leave(server: LeftServer): Promise<LeftAccount | undefined> {
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
    // With the registration, by which two sign-ins could be told to be of one person.
    await store.remove(server.id)
    await revoke(account, server, server.client)
    return { receiver: account.receiver, account: accountViewOf(rest) }
  }

  return { revoke, drop, leave }
}

/** The provider hears that its word is no longer used, from a client that has no secret there. Never rejects. */
async function revokeIdentity(
  { issuer, clientId, token, refresh, revocationEndpoint }: Identity,
  { network }: LeftServer,
  options: AuthorizationsOptions,
): Promise<void> {
  if (refresh === undefined) return
  const session = {
    issuer,
    revocationEndpoint,
    client: { id: clientId, method: 'none' as const, how: 'given' as const },
    tokens: { access: token, refresh },
  }
  const http = clientFor({ url: issuer, network }, options)
  await sendRevocation(session, http, undefined).catch(() => undefined)
}

function sendRevocation(
  account: Parameters<typeof revokeTokens>[0],
  http: AuthorizationClient,
  given: Pick<PreregisteredClient, 'credential'> | undefined,
): Promise<void> {
  return revokeTokens(account, { http, given, signal: new AbortController().signal })
}

function viewOf(found: FoundAccount, kept: SignInTrace | undefined): SignInView {
  const trace = kept?.lines() ?? []
  if (!found.account) return { account: null, isDamaged: found.isDamaged, trace }
  return { account: found.isOthers ? null : accountViewOf(found.account), isDamaged: false, trace }
}

/** Whether new tokens can be had without asking the person. */
function isRenewable({ tokens, grant, identity }: Account): boolean {
  if (grant === undefined) return tokens?.refresh !== undefined
  // Without an identity: a file says who the person is.
  return grant !== 'enterprise' || !identity || identity.refresh !== undefined
}

function accountViewOf(account: Account): NonNullable<SignInView['account']> {
  const { issuer, resource, client, asked, tokens } = account
  return {
    issuer,
    resource,
    client: { id: client.id, how: client.how },
    ...(client.redirectUri === undefined ? {} : { redirectUri: client.redirectUri }),
    asked,
    ...(tokens
      ? {
          token: {
            scopes: tokens.scopes,
            obtainedAt: tokens.obtainedAt,
            ...(tokens.expiresAt === undefined ? {} : { expiresAt: tokens.expiresAt }),
            isRenewable: isRenewable(account),
          },
        }
      : {}),
  }
}
