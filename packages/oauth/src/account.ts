import { DEFAULT_REDIRECT, redirectUriOf, valueOfJson } from '@gatehouse/domain'
import type { SecretVault, SignInOwner, SecretReadOptions } from '@gatehouse/host/ports'
import { z } from 'zod'
import { isSameIssuer } from './issuer.ts'
import { signInError } from './sign-in-error.ts'

/** Longer tokens are refused: each would be looked for in all that a server sends. */
const MAX_TOKEN = 16_384
const MAX_CLIENT_ID = 2000

/** A token that fits in a header; wider than the grammar of RFC 6750, section 2.1, as servers are. */
export const accessTokenSchema = z
  .string()
  .max(MAX_TOKEN)
  .regex(/^[\x21-\x7e]+$/)
/** RFC 6749, appendix A: what is sent in forms alone may hold spaces. */
export const formSecretSchema = z
  .string()
  .max(MAX_TOKEN)
  .regex(/^[\x20-\x7e]+$/)
export const clientIdSchema = z
  .string()
  .max(MAX_CLIENT_ID)
  .regex(/^[\x20-\x7e]+$/)

/** The app's client at an authorization server. */
const clientSchema = z.object({
  id: clientIdSchema,
  /** The secret of a registration; one that the person entered is stored with the server's settings. */
  secret: formSecretSchema.optional(),
  /** Authentication method at the token endpoint. */
  method: z.enum(['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']),
  /** `given`: by the person; `document`: its id is the address of its metadata; `registered`: by itself. */
  how: z.enum(['given', 'document', 'registered']),
  /** The redirect URI that it was registered with. */
  redirectUri: z.string().max(200).optional(),
  /** The redirect of earlier versions: a port of 127.0.0.1. */
  port: z.number().int().optional(),
  /** Milliseconds since the epoch at which the secret ends. */
  secretExpiresAt: z.number().optional(),
  /** True if the authorization server no longer knows it. */
  isRejected: z.boolean().optional(),
})
const keptClientSchema = clientSchema.transform(({ port, ...client }) => {
  const known = port === undefined ? undefined : redirectUriOf({ ...DEFAULT_REDIRECT, port })
  const { redirectUri = known } = client
  return { ...client, ...(redirectUri === undefined ? {} : { redirectUri }) }
})
export type AccountClient = z.infer<typeof keptClientSchema>

const tokensSchema = z.object({
  access: accessTokenSchema,
  refresh: formSecretSchema.optional(),
  /** Milliseconds since the epoch, by this computer's clock; absent = not stated. A day of the calendar. */
  expiresAt: z.number().int().max(8.64e15).optional(),
  obtainedAt: z.number(),
  scopes: z.array(z.string()),
  /** True if the token is valid only with proofs of the account's key (RFC 9449). */
  isBound: z.boolean().optional(),
})
export type Tokens = z.infer<typeof tokensSchema>

/** The identity of the person, as an identity provider confirms it. */
const identitySchema = z.object({
  /** The provider that it is from, and the client that it is sent to. */
  issuer: z.string(),
  clientId: clientIdSchema,
  /** The ID token (OpenID Connect Core 1.0, section 2). */
  token: accessTokenSchema,
  /** Milliseconds since the epoch. */
  endsAt: z.number().int().max(8.64e15),
  refresh: formSecretSchema.optional(),
  /** Where it came from. */
  tokenEndpoint: z.string().optional(),
  revocationEndpoint: z.string().optional(),
})
export type Identity = z.infer<typeof identitySchema>

/** The identity from an identity provider, shared by all that use it at the same time. */
export interface SharedIdentity {
  /** The stored identity, whichever provider it is from. */
  present(): Identity | undefined
  /** Stores a new identity before it is used: it may already have invalidated the stored one. */
  keep(identity: Identity): Promise<void>
  /** Runs refreshes one after the other, each to its end, even if no one awaits it. */
  refreshInTurn<Value>(refresh: () => Promise<Value>): Promise<Value>
}

const accountSchema = z.object({
  /** Digest of who all of this was given for. */
  receiver: z.string(),
  issuer: z.string(),
  resource: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().optional(),
  /** Every scope that was asked for so far. */
  asked: z.array(z.string()),
  client: keptClientSchema,
  /** The grant that gets tokens; absent = the person signs in. */
  grant: z.enum(['client-credentials', 'workload', 'enterprise']).optional(),
  /** The private key that tokens are bound to, as JWK (RFC 9449). */
  proofKey: z.record(z.string(), z.unknown()).optional(),
  tokens: tokensSchema.optional(),
  /** The identity of the person at their employer, if the employer decides about access. */
  identity: identitySchema.optional(),
})

/** The stored sign-in at one server: for one receiver and one issuer. */
export type Account = z.infer<typeof accountSchema>

/** The stored account. `isOthers`: it belongs to another address or client; `isDamaged`: it cannot be read. */
export type StoredAccountResult =
  | { account: Account; isOthers: boolean }
  | { account?: undefined; isDamaged: boolean }

export interface AccountStore {
  /**
   * Reads the account, whoever it is for. Rejects with `sign-in/locked` while the keychain cannot be read;
   * `data.isGone`: there is no working keychain to unlock.
   */
  find(owner: SignInOwner, options?: SecretReadOptions): Promise<StoredAccountResult>
  /** Resolves once it is in the vault. */
  save(serverId: string, account: Account): Promise<void>
  remove(serverId: string): Promise<void>
}

export function createAccountStore(vault: SecretVault): AccountStore {
  async function find(
    { id, receiver, client }: SignInOwner,
    options?: SecretReadOptions,
  ): Promise<StoredAccountResult> {
    const stored = await vault.get(refOf(id), options)
    if (stored.kind === 'absent') return { isDamaged: false }
    if (stored.kind !== 'there')
      throw signInError(
        'locked',
        `The sign-in is kept in a keychain that cannot be read now. ${stored.reason} ${stored.remedy}`,
        { data: { isGone: stored.kind === 'unavailable' } },
      )
    const account = accountSchema.safeParse(valueOfJson(stored.secret))
    if (!account.success) return { isDamaged: true }
    const isOthers = account.data.receiver !== receiver || !isOf(account.data, client)
    return { account: account.data, isOthers }
  }

  return {
    find,
    save: (serverId, account) => vault.set(refOf(serverId), JSON.stringify(account)),
    remove: (serverId) => vault.delete(refOf(serverId)),
  }
}

/** Tokens are the client's that they were given to (RFC 6749, section 10.4). */
function isOf({ issuer, client, grant, identity }: Account, given: SignInOwner['client']): boolean {
  if (!given) return client.how !== 'given'
  const isSameGrant = (grant ?? 'sign-in') === given.grant
  return (
    client.how === 'given' &&
    client.id === given.id &&
    isSameIssuer(issuer, given.issuer) &&
    isSameGrant &&
    (!identity || !given.provider || isIdentityOf(identity, given.provider))
  )
}

/** True if the identity is from this provider, for this client of it. */
export function isIdentityOf(
  { issuer, clientId }: Identity,
  provider: { issuer: string; id: string },
): boolean {
  return clientId === provider.id && isSameIssuer(issuer, provider.issuer)
}

function refOf(serverId: string): string {
  return `server/${serverId}/sign-in`
}
