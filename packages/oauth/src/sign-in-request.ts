import type { AuthorizedServer } from '@gatehouse/host/ports'
import type { Account, SharedIdentity } from './account.ts'
import type { AppLinks } from './app-link-receiver.ts'
import type { Challenge } from './challenge.ts'
import type { AuthorizationClient } from './metadata-client.ts'
import type { PageLanguage } from './redirect-page.ts'
import type { SignInTrace } from './trace.ts'

/** The client metadata of the app. */
export interface ClientIdentity {
  name: string
  /** The URL of its published metadata (Client ID Metadata Document); absent = not published. */
  metadataUrl?: string | undefined
}

export interface SignInOptions {
  server: Pick<
    AuthorizedServer,
    'name' | 'url' | 'receiver' | 'prompt' | 'client' | 'redirect' | 'onSecrets'
  >
  own: ClientIdentity
  http: AuthorizationClient
  /** A client for an address that the person named, whatever addresses the server may lead to. */
  httpFor(url: string): AuthorizationClient
  /** Absent where no links open this app. */
  appLinks?: AppLinks | undefined
  trace: SignInTrace
  language: PageLanguage
  now: () => number
  /** Milliseconds that the person has in the browser. */
  browserTimeoutMs: number
  signal: AbortSignal
  /** The identity from an identity provider; kept with `first` where nothing is kept yet. */
  identityFor(first: Account): SharedIdentity
}

export interface SignInRequest {
  /** The challenge of the refused request. */
  challenge: Challenge | undefined
  /** The stored account. */
  account: Account | undefined
  isMore: boolean
}
