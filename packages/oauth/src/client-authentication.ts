import { createPrivateKey, type KeyObject } from 'node:crypto'
import { objectOfJson } from '@gatehouse/domain'
import type { ClientCredential, PreregisteredClient } from '@gatehouse/host/ports'
import * as oauth from 'oauth4webapi'
import type { AccountClient } from './account.ts'
import { methodFor } from './client-registration.ts'
import { signInError } from './sign-in-error.ts'

/** A client that the person registered by hand, as the account keeps it: without its secret. */
export function preregisteredClient(
  { id, credential }: Pick<PreregisteredClient, 'id' | 'credential'>,
  server: oauth.AuthorizationServer,
): AccountClient {
  const method =
    credential.kind === 'key' ? 'private_key_jwt' : methodFor(server, credential.kind === 'secret')
  return { id, method, how: 'given' }
}

/** The authentication of a client at the token endpoint. `given`: the credential that the person entered. */
export function authenticationOf(
  client: AccountClient,
  given: Pick<PreregisteredClient, 'credential'> | undefined,
): oauth.ClientAuth {
  const credential = credentialOf(client, given)
  if (credential.kind === 'key') return keyAuthentication(credential)
  if (credential.kind === 'none' || client.method === 'none') return oauth.None()
  return client.method === 'client_secret_post'
    ? oauth.ClientSecretPost(credential.secret)
    : basicAuthentication(credential.secret)
}

function credentialOf(
  { how, secret }: AccountClient,
  given: Pick<PreregisteredClient, 'credential'> | undefined,
): ClientCredential {
  if (how === 'given') return given?.credential ?? { kind: 'none' }
  return secret === undefined ? { kind: 'none' } : { kind: 'secret', secret }
}

/** The library writes `-` and `.` as escapes too, which is allowed, and which servers do not undo. */
function basicAuthentication(secret: string): oauth.ClientAuth {
  return (...[, { client_id }, , headers]) => {
    const pair = [client_id, secret].map((text) =>
      new URLSearchParams([['', text]]).toString().slice(1),
    )
    headers.set('authorization', `Basic ${btoa(pair.join(':'))}`)
  }
}

/** A statement for this issuer alone that ends after a minute (RFC 7523, section 2.2). */
function keyAuthentication({
  key,
  keyId,
}: Extract<ClientCredential, { kind: 'key' }>): oauth.ClientAuth {
  return async (...request) => {
    const imported = await importKey(key)
    const authenticate = oauth.PrivateKeyJwt({
      key: imported,
      ...(keyId === undefined ? {} : { kid: keyId }),
    })
    await authenticate(...request)
  }
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** Rejects with `sign-in/unsupported` for what is no private key of a usable kind. */
async function importKey(text: string): Promise<oauth.CryptoKey> {
  const key = readKey(text)
  const algorithm = key && algorithmOf(key)
  if (!key || !algorithm)
    throw signInError(
      'unsupported',
      'The key of the client cannot be used: it must be an RSA key of 2,048 bits or more, or a key on the curve P-256, P-384, P-521 or Ed25519, as PEM or JWK without a password.',
    )
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign'])
}

function readKey(text: string): KeyObject | undefined {
  const jwk = objectOfJson(text)
  try {
    return jwk
      ? createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' })
      : createPrivateKey(text)
  } catch {
    // Why not is in words of a library that may repeat what it read.
    return undefined
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  const { namedCurve = '', modulusLength = 0 } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'rsa' && modulusLength >= 2048)
    return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  if (asymmetricKeyType === 'ed25519') return { name: 'Ed25519' }
  const curve = CURVES[namedCurve]
  return asymmetricKeyType === 'ec' && curve !== undefined
    ? { name: 'ECDSA', namedCurve: curve }
    : undefined
}
