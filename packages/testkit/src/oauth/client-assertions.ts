import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'

type Claims = Record<string, unknown>
export type SignedToken = { header: Claims; claims: Claims; signedBy(key: KeyObject): boolean }

const signingKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A JSON Web Token (ES256), signed with a key of this process. */
export function signedToken(claims: Claims): string {
  const parts = [{ alg: 'ES256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const key = { key: signingKeys.privateKey, dsaEncoding: 'ieee-p1363' as const }
  return [...parts, sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url')].join(
    '.',
  )
}

/** A JSON Web Token, read and not believed. */
export function readSignedToken(text: string | undefined): SignedToken | undefined {
  const [header, claims, signature] = (text ?? '').split('.')
  if (header === undefined || claims === undefined || signature === undefined) return undefined
  try {
    const read = (part: string) =>
      JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Claims
    return {
      header: read(header),
      claims: read(claims),
      signedBy: (key) =>
        verify(
          key.asymmetricKeyType === 'ed25519' ? null : 'sha256',
          Buffer.from(`${header}.${claims}`),
          { key, dsaEncoding: 'ieee-p1363' },
          Buffer.from(signature, 'base64url'),
        ),
    }
  } catch {
    return undefined
  }
}

export type ProofCheck = { method: string; url: string; token?: string; nonce?: string | undefined }

/** In place of a thumbprint: the proof is right but for its number. */
export const WANTS_NONCE = 'use_dpop_nonce'

/** The thumbprint of the key that a proof of possession was made with (RFC 9449, section 4.3), or {@link WANTS_NONCE}. */
export function thumbprintOfProof(
  proof: string | undefined,
  { method, url, token, nonce }: ProofCheck,
): string | undefined {
  const read = readSignedToken(proof)
  const jwk = read?.header['jwk'] as Record<string, string> | undefined
  if (!read || !jwk || jwk['d'] !== undefined || read.header['typ'] !== 'dpop+jwt') return undefined
  const { claims } = read
  const hash =
    token === undefined ? undefined : createHash('sha256').update(token).digest('base64url')
  const isRight =
    read.signedBy(createPublicKey({ key: jwk, format: 'jwk' })) &&
    claims['htm'] === method &&
    claims['htu'] === url &&
    claims['ath'] === hash
  if (!isRight) return undefined
  if (nonce !== undefined && claims['nonce'] !== nonce) return WANTS_NONCE
  const { crv, kty, x, y } = jwk
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}
