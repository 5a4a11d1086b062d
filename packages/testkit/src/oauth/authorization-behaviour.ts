import type { KeyObject } from 'node:crypto'

/** Behaviour of the server; a test may change it at any time. */
export type AuthorizationBehaviour = {
  /**
   * Immediate outcome of the sign-in page, as if a person had pressed. Default `grant`. `page`: a page with a
   * button for each answer, for a person with a browser. `used-code`: a code that was exchanged before.
   */
  consent:
    | 'grant'
    | 'deny'
    | 'wrong-state'
    | 'wrong-iss'
    | 'no-iss'
    | 'used-code'
    | 'never'
    | 'page'
  /**
   * The response to a refresh. Default `ok`. `busy`: it may be tried again; `other-words`: an error of the issuer's
   * own, with HTTP 200.
   */
  refresh:
    | 'ok'
    | 'invalid-grant'
    | 'invalid-request'
    | 'other-words'
    | 'busy'
    | 'http-429'
    | 'http-500'
    | 'drop'
  /** Awaited at each refresh that works. */
  atRefresh: ((stage: RefreshStage) => void | Promise<void>) | undefined
  /**
   * Refresh tokens: given or not, and replaced at each refresh or not. Default `rotate`: the former token works no
   * more, and its use ends all of them. `rotate-with-grace`: it works until its successor was used, as for a client
   * that never got the response.
   */
  refreshTokens: 'rotate' | 'rotate-with-grace' | 'keep' | 'none'
  /** `expires_in`; 0 = not sent. Default 3600. */
  lifetimeSeconds: number
  /** Members of an ID token that replace those of a right one. */
  idToken: Record<string, unknown>
  /** Members that replace those of the metadata; undefined ones are left out. */
  metadata: Record<string, unknown>
  /** The metadata in place of a document. */
  metadataFault: 'none' | 'huge' | 'redirect-loop' | 'missing'
  /** The scopes that are given, whatever is asked for. */
  scopesGiven: string | undefined
  /** The clients that were registered by hand: they alone get tokens without a browser. */
  clients: Readonly<Record<string, KnownClient>>
  /** The fault of an exchange of this ID token for an ID-JAG (RFC 8693); `undefined` = one is issued. */
  exchangeFault: (idToken: string) => AssertionFault | undefined
  /** The same for a signed statement in place of tokens (RFC 7523, section 2.1). */
  assertionFault: AssertionFault | undefined
  /** The number that a proof of possession has to hold. */
  nonce: string | undefined
}

export type AssertionFault = 'invalid_grant' | 'invalid_request' | 'server_error'

/** `asked`: nothing is given yet; `given`: the former refresh token is used up; `sent`: the response is out. */
export type RefreshStage = 'asked' | 'given' | 'sent'

export type KnownClient = { secret?: string; publicKey?: KeyObject }

/** A server that does everything right, but for what `first` says. */
export function behaviourFrom(first: Partial<AuthorizationBehaviour>): AuthorizationBehaviour {
  return {
    consent: 'grant',
    refresh: 'ok',
    atRefresh: undefined,
    refreshTokens: 'rotate',
    lifetimeSeconds: 3600,
    idToken: {},
    metadata: {},
    metadataFault: 'none',
    scopesGiven: undefined,
    clients: {},
    exchangeFault: () => undefined,
    assertionFault: undefined,
    nonce: undefined,
    ...first,
  }
}
