import type { DraftOAuthClient, OAuthClient, ServerConfig } from '@gatehouse/domain'
import type { ReceiverSource } from '@gatehouse/domain/launch'
import type {
  Authorizations,
  ClientCredential,
  Digest,
  PreregisteredClient,
  SecretVault,
} from '../ports/index.ts'
import { oauthClientReceiverDigest } from './receiver-digest.ts'
import { assertReceiver, CLIENT_SECRET, oauthClientReceiverName } from './secret-receiver-check.ts'
import { SecretReadResults } from './read-secrets.ts'
import type { SecretReferenceTarget } from './server-secrets.ts'

/** The client with a reference in the place of its secret; see {@link SecretReferenceTarget}. */
export function oauthClientWithReferences(
  draft: ReceiverSource & { oauthClient?: DraftOAuthClient | undefined },
  existing: OAuthClient | undefined,
  { serverId, newRef, newSecrets, digest }: SecretReferenceTarget & { digest: Digest },
): OAuthClient | undefined {
  const { oauthClient: client } = draft
  if (!client || draft.transport.kind !== 'http') return undefined
  const { credential, ...rest } = client
  if (credential.kind === 'none') return { ...rest, credential }
  const { value } = credential
  const [known] = value === null ? oauthClientSecretRefs(existing) : []
  const ref = known ?? newRef(`server/${serverId}/client/${credential.kind}`)
  if (value !== null) newSecrets.set(ref, value)
  const receiver = oauthClientReceiverDigest(client, draft, digest)
  return { ...rest, credential: { ...credential, value: { kind: 'secret', ref, receiver } } }
}

/** The references that a client holds. */
export function oauthClientSecretRefs(client: OAuthClient | undefined): string[] {
  const { credential } = client ?? {}
  if (!credential || credential.kind === 'none') return []
  return credential.value.kind === 'secret' ? [credential.value.ref] : []
}

interface ClientDependencies {
  vault: SecretVault
  digest: Digest
  authorizations: Pick<Authorizations, 'readAssertion'>
}

/**
 * Fills in the secret for a start. Throws as `SecretReadResults.assertAllRead`, and `server/secret-elsewhere`
 * when it was given for another issuer, client or server.
 */
export async function resolveClient(
  config: Pick<ServerConfig, 'transport' | 'network' | 'oauthClient'>,
  { vault, digest, authorizations }: ClientDependencies,
): Promise<PreregisteredClient | undefined> {
  const { oauthClient: client } = config
  if (!client || config.transport.kind !== 'http') return undefined
  const { credential, ...rest } = client
  if (credential.kind === 'none') return withAssertion({ ...rest, credential }, authorizations)
  const { value } = credential
  assertReceiver(CLIENT_SECRET, value, {
    receiver: oauthClientReceiverDigest(client, config, digest),
    to: oauthClientReceiverName(client, config),
  })
  const secrets = new SecretReadResults()
  const secret =
    value.kind === 'plain' ? value.value : secrets.add(CLIENT_SECRET, await vault.get(value.ref))
  secrets.assertAllRead()
  const { keyId } = credential.kind === 'key' ? credential : {}
  const filled: ClientCredential =
    credential.kind === 'key'
      ? { kind: 'key', key: secret, ...(keyId === undefined ? {} : { keyId }) }
      : { kind: 'secret', secret }
  return withAssertion({ ...rest, credential: filled }, authorizations)
}

type Filled = Omit<OAuthClient, 'credential'> & { credential: ClientCredential }

/** The assertion of who this is is read when it is needed: another program renews it. */
function withAssertion(
  { grant, statementFile, provider, ...client }: Filled,
  { readAssertion }: ClientDependencies['authorizations'],
): PreregisteredClient {
  if (grant === 'enterprise' && provider) {
    const known = { ...provider, credential: { kind: 'none' as const } }
    return statementFile === undefined
      ? { ...client, grant, provider: known }
      : { ...client, grant, provider: known, assertion: () => readAssertion(statementFile) }
  }
  if (statementFile === undefined || grant === 'sign-in' || grant === 'client-credentials')
    return { ...client, grant: grant === 'sign-in' ? grant : 'client-credentials' }
  return { ...client, grant: 'workload', assertion: () => readAssertion(statementFile) }
}
