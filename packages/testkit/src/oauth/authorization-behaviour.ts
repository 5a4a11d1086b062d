import type { KeyObject } from 'node:crypto'

/** How the server behaves; a test may change it at any time. */
export type AuthorizationBehaviour = {
  /** What the sign-in page does at once, as if a person had pressed. Default `grant`. */
  consent: 'grant' | 'deny' | 'wrong-state' | 'wrong-iss' | 'no-iss' | 'never'
  /** What a refresh gets. Default `ok`. */
  refresh: 'ok' | 'invalid-grant' | 'http-500' | 'drop'
  /** Whether a refresh token is given at all, and another one at each refresh. Default `rotate`. */
  refreshTokens: 'rotate' | 'keep' | 'none'
  /** `expires_in`; 0 = not told. Default 3600. */
  lifetimeSeconds: number
  /** Members that replace those of the metadata; undefined ones are left out. */
  metadata: Record<string, unknown>
  /** The metadata in place of a document. */
  metadataFault: 'none' | 'huge' | 'redirect-loop' | 'missing'
  /** The scopes that are given, whatever is asked for. */
  scopesGiven: string | undefined
  /** The clients that were registered by hand: they alone get tokens without a browser. */
  clients: Readonly<Record<string, KnownClient>>
  /** The number that a proof of possession has to hold. */
  nonce: string | undefined
}

export type KnownClient = { secret?: string; publicKey?: KeyObject }

/** A server that does everything right, but for what `first` says. */
export function behaviourFrom(first: Partial<AuthorizationBehaviour>): AuthorizationBehaviour {
  return {
    consent: 'grant',
    refresh: 'ok',
    refreshTokens: 'rotate',
    lifetimeSeconds: 3600,
    metadata: {},
    metadataFault: 'none',
    scopesGiven: undefined,
    clients: {},
    nonce: undefined,
    ...first,
  }
}
