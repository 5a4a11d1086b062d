import type { Authorizations, OutboundHttp, SecretVault } from '@gatehouse/host/ports'
import type { SignInView } from '@gatehouse/domain'
import type { AppLinks } from './app-link-receiver.ts'
import { createAccountStore, type Account, type StoredAccountResult } from './account.ts'
import { authorizationClientFor } from './metadata-client.ts'
import type { PageLanguage } from './redirect-page.ts'
import { createRevocation } from './revocation.ts'
import { OpenAuthorizations } from './open-authorizations.ts'
import { ServerAuthorization } from './server-authorization.ts'
import type { ClientIdentity } from './sign-in-request.ts'
import { readAssertion } from './assertion-file.ts'
import type { SignInTrace } from './trace.ts'

const BROWSER_TIMEOUT_MS = 600_000

interface LeftAccount {
  receiver: string
  account: SignInView['account']
}

export interface AuthorizationsOptions {
  vault: SecretVault
  http: OutboundHttp
  own: ClientIdentity
  /** Language of the page on which the browser ends. */
  language(): PageLanguage
  /** Absent = no links open this app. */
  appLinks?: AppLinks | undefined
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  now?: () => number
  /** Milliseconds that a person has in the browser. Default ten minutes. */
  browserTimeoutMs?: number
}

/** Sign-ins that let their process end in order. */
export interface ClosableAuthorizations extends Authorizations {
  /**
   * Waits, at most three seconds, until pending refreshes are in the vault: an issuer that rotates refresh tokens
   * has invalidated the former one. The vault is closed after this.
   */
  close(): Promise<void>
}

/** Creates the sign-ins of OAuth 2.1 for MCP servers (MCP 2026-07-28 back to 2025-03-26, basic/authorization). */
export function createAuthorizations(options: AuthorizationsOptions): ClosableAuthorizations {
  const store = createAccountStore(options.vault)
  const traces = new Map<string, SignInTrace>()
  /** Accounts that the person signed out of: shown until the app quits. */
  const left = new Map<string, LeftAccount>()
  /** Servers whose next connection signs in anew. */
  const again = new Set<string>()
  const { revoke, drop, leave } = createRevocation(store, options.http)
  const servers = new OpenAuthorizations((server, before) => {
    const { now = Date.now, browserTimeoutMs = BROWSER_TIMEOUT_MS } = options
    return new ServerAuthorization(server, {
      ...options,
      store,
      now,
      browserTimeoutMs,
      http: authorizationClientFor(server, options.http),
      httpFor: (url) => authorizationClientFor({ ...server, url }, options.http),
      onTrace: (trace) => void traces.set(server.id, trace),
      revoke: (account) => revoke(account, server, server.client),
      drop: (account) => drop(account, server),
      before,
    })
  })

  return {
    open(server) {
      const authorization = servers.open(server)
      if (again.delete(server.id)) authorization.signInAgain()
      return authorization
    },
    allowAsking(id) {
      again.delete(id)
      servers.get(id)?.allowAsking()
    },
    signInAgain: (id) => void again.add(id),
    async view(owner) {
      const found = await store.find(owner)
      const view = viewOf(found, traces.get(owner.id), servers.get(owner.id))
      const last = left.get(owner.id)
      if (view.account || view.isDamaged || last?.receiver !== owner.receiver) return view
      return { ...view, account: last.account }
    },
    readAssertion,
    async signOut(server, late) {
      await servers.end(server.id)
      const found = await leave(server)
      if (!found) return
      const { account, revoked } = found
      left.set(server.id, { receiver: account.receiver, account: accountViewOf(account) })
      await Promise.race(late ? [revoked, late] : [revoked])
    },
    async forget(id) {
      await servers.end(id)
      traces.delete(id)
      left.delete(id)
      await store.remove(id)
    },
    close: () => servers.leave(),
  }
}

function viewOf(
  found: StoredAccountResult,
  kept: SignInTrace | undefined,
  authorization: ServerAuthorization | undefined,
): SignInView {
  const common = {
    trace: kept?.lines() ?? [],
    ...(authorization?.needsSignIn === true ? { needsSignIn: true as const } : {}),
  }
  if (!found.account) return { account: null, isDamaged: found.isDamaged, ...common }
  const hasFailed = authorization?.hasFailedToRefresh === true
  const account = found.isOthers ? null : accountViewOf(found.account, hasFailed)
  return { account, isDamaged: false, ...common }
}

/** True if new tokens can be had without asking the person. */
function isRenewable({ tokens, grant, identity }: Account): boolean {
  if (grant === undefined) return tokens?.refresh !== undefined
  // Without an identity: an assertion file identifies the person.
  return grant !== 'enterprise' || !identity || identity.refresh !== undefined
}

/** `hasFailed`: the last refresh did; no one may be told that it goes by itself. */
function accountViewOf(account: Account, hasFailed = false): NonNullable<SignInView['account']> {
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
            isRenewable: isRenewable(account) && !hasFailed,
          },
        }
      : {}),
  }
}
