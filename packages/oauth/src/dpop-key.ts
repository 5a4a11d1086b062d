import { generateKeyPair, generateProof, type KeyPair } from 'dpop'
import * as oauth from 'oauth4webapi'
import type { Account } from './account.ts'

const ALGORITHM = 'ES256'
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }

/** The key that tokens are bound to: who has a token without it has nothing (RFC 9449). */
export interface DpopKey {
  /** The key as the vault stores it. */
  readonly jwk: NonNullable<Account['proofKey']>
  /** Signs requests to the authorization server, and remembers its nonces. */
  readonly handle: oauth.DPoPHandle
  /** A proof for one request to the MCP server with this token. */
  proof(request: DpopRequest): Promise<string>
}

export interface DpopRequest {
  method: string
  url: string
  token: string
  nonce: string | undefined
}

/** True if an authorization server makes tokens that are bound to a key of this kind. */
export function supportsTokenBinding(server: oauth.AuthorizationServer): boolean {
  const algorithms = server.dpop_signing_alg_values_supported
  return Array.isArray(algorithms) && algorithms.includes(ALGORITHM)
}

export async function createDpopKey(): Promise<DpopKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return keyOf(pair, { ...jwk })
}

/** `undefined` for what is not one. */
export async function readProofKey(jwk: Account['proofKey']): Promise<DpopKey | undefined> {
  if (!jwk) return undefined
  const { d: _d, key_ops: _ops, ext: _ext, ...shared } = jwk
  try {
    const { subtle } = crypto
    const privateKey = await subtle.importKey('jwk', jwk, CURVE, false, ['sign'])
    const publicKey = await subtle.importKey('jwk', shared, CURVE, true, ['verify'])
    return keyOf({ privateKey, publicKey }, jwk)
  } catch {
    return undefined
  }
}

function keyOf(pair: KeyPair, jwk: DpopKey['jwk']): DpopKey {
  return {
    jwk,
    handle: oauth.DPoP({}, pair),
    proof({ method, url, token, nonce }) {
      const { origin, pathname } = new URL(url)
      return generateProof(pair, `${origin}${pathname}`, method, nonce, token)
    },
  }
}
