import type { ResolvedNetwork, SignInRedirect, SignInView } from '@gatehouse/domain'

/** A request that a server refused until it is authorized (RFC 6750, section 3). */
export interface RequestRefusal {
  status: number
  /** Its `WWW-Authenticate` header. */
  challenge: string | undefined
  /** The headers that authorized it. */
  sent: Readonly<Record<string, string>>
  /** The number of times that this request was already sent again. */
  attempt: number
  /** True if no one waits for the request: then no person is asked for it. */
  isUnasked?: boolean | undefined
}

/** Authorizes the requests to one server; it is asked before each of them. */
export interface RequestAuthorization {
  /**
   * Returns the headers for one request to the server's own origin; empty if no one signed in. Tokens are renewed
   * before they expire.
   */
  headers(
    request: { method: string; url: string },
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>>>
  /** Records that a request with these headers was accepted. */
  noteAccepted(sent: Readonly<Record<string, string>>): void
  /** Records the nonce that the next proof must hold (RFC 9449, section 8.2). */
  noteNonce(nonce: string): void
  /**
   * Refreshes the tokens, requests more access or asks the person to sign in. Resolves to true if the same request
   * may be sent again, with new headers. Rejects with `sign-in/…`.
   */
  refused(refusal: RequestRefusal, signal: AbortSignal): Promise<boolean>
}

/**
 * A page where the person signs in. Its address is for the browser alone: it holds the values that bind the
 * response to this sign-in.
 */
export interface SignInPage {
  url: string
  /** The address for display, without the values that bind the response to this sign-in. */
  shown: string
  /** The issuer that signs the person in, as its own metadata names it. */
  issuer: string
  /** The endpoint that exchanges the authorization code for tokens. */
  tokenEndpoint: string
  /** The redirect URI: an address on this computer, or one that opens this app. */
  redirectUri: string
  /** The requested scopes, in the issuer's own words; empty = its defaults. */
  scopes: string[]
  /** The resource that the tokens are for, if it is wider than the server (RFC 9728). */
  widerResource?: string | undefined
  /**
   * `identity`: the sign-in confirms the person's identity at their employer's provider; absent = access to the
   * server.
   */
  purpose?: 'identity' | undefined
  /** True if the person is signed in already and the server wants more access. */
  isMore: boolean
  /** Deadline for the response, in milliseconds since the epoch. */
  expiresAt: number
}

/** Asks the person to sign in. */
export interface SignInPrompt {
  /** Opens the page once the person agrees. Settles only when they refuse, or `signal` is aborted. */
  show(page: SignInPage, signal: AbortSignal): Promise<void>
}

/** The credential with which a client authenticates to an authorization server. */
export type ClientCredential =
  | { kind: 'none' }
  | { kind: 'secret'; secret: string }
  /** A private key as PEM or JWK (RFC 7523, section 2.2). */
  | { kind: 'key'; key: string; keyId?: string | undefined }

/** A client that was registered with an authorization server by hand, with its secrets filled in. */
export type PreregisteredClient = {
  /** The one authorization server that may receive it. */
  issuer: string
  id: string
  credential: ClientCredential
  /** Scopes to request in place of those the server names; empty = those it names. */
  scopes: readonly string[]
} & (
  | { grant: 'sign-in' }
  | { grant: 'client-credentials' }
  /** A signed statement of who this computer is (RFC 7523, section 2.1). */
  | { grant: 'workload'; assertion(): Promise<string> }
  /** An ID token of the person's employer, which decides on access (ID-JAG). */
  | {
      grant: 'enterprise'
      /** Absent = the person signs in at the provider. */
      assertion?: (() => Promise<string>) | undefined
      provider: { issuer: string; id: string; credential: ClientCredential }
    }
)

/** A server whose requests may need a sign-in. */
export interface AuthorizedServer {
  id: string
  name: string
  url: string
  /** Digest of the recipient of the stored sign-in; a sign-in for another recipient is ignored. */
  receiver: string
  /** Network settings; absent = the system's. */
  network?: ResolvedNetwork | undefined
  /** Absent = the app registers itself, or names a document about it. */
  client?: PreregisteredClient | undefined
  /** The redirect URI; absent = any free port of 127.0.0.1. */
  redirect?: SignInRedirect | undefined
  prompt: SignInPrompt
  /** Receives every secret before it is used, so that it can be masked in everything that comes back. */
  onSecrets(values: string[]): void
}

/** The server and client whose sign-in is looked for: one stored for another client does not count. */
export type SignInOwner = Pick<AuthorizedServer, 'id' | 'receiver'> & {
  client?:
    | (Pick<PreregisteredClient, 'issuer' | 'id' | 'grant'> & {
        /** The identity provider of the person's employer. */
        provider?: { issuer: string; id: string } | undefined
      })
    | undefined
}

/** The sign-ins of all servers. */
export interface Authorizations {
  /** Opens the authorization of one connection. All connections of a server share the stored account. */
  open(server: AuthorizedServer): RequestAuthorization
  /** Allows asks that the person refused earlier, because they start the server. */
  allowAsking(serverId: string): void
  /** Makes the next connection sign in anew, whatever tokens are stored; they stay until it did. */
  signInAgain(serverId: string): void
  /** Returns the state of the sign-in. Rejects with `sign-in/locked`. */
  view(server: SignInOwner): Promise<SignInView>
  /** Returns the signed token in the file. Rejects with `sign-in/unsupported`. */
  readAssertion(file: string): Promise<string>
  /**
   * Deletes the stored sign-in and revokes its tokens at the issuer. Until the app quits, its view shows the former
   * issuer. Rejects with `sign-in/locked`.
   *
   * @param late once it resolves, the issuer's response is no longer awaited; the issuer is notified all the same
   */
  signOut(
    server: Pick<AuthorizedServer, 'id' | 'receiver' | 'url' | 'network' | 'client'>,
    late?: Promise<void>,
  ): Promise<void>
  /** Deletes the sign-in without notifying the issuer; its view is empty afterwards. */
  forget(serverId: string): Promise<void>
}
