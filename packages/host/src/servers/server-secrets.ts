import {
  GatehouseError,
  type DraftTransport,
  type DraftValue,
  receiverName,
  type ResolvedTransport,
  type ServerConfig,
  type ServerTransport,
  type StoredValue,
} from '@gatehouse/domain'
import type { Digest, SecretVault } from '../ports/index.ts'
import { receiverDigest } from './identity-digest.ts'
import { assertReceiver } from './kept-secrets.ts'

type NamedValue = { name: string; value: StoredValue }

/** Where a draft's secrets go: `existing` is the launch that it takes the place of. */
export interface SecretPlace {
  serverId: string
  /** Digest of who receives them. */
  receiver: string
  existing: ServerTransport | undefined
}

/**
 * Moves a draft's secrets into the vault and gives the transport with references in their place. A
 * secret that is kept without ever having been given is missing at the next start.
 */
export async function storeSecrets(
  { serverId, receiver, existing }: SecretPlace,
  draft: DraftTransport,
  vault: SecretVault,
): Promise<ServerTransport> {
  const kept = new Set(existing ? secretRefs(existing) : [])
  const store = (kind: string, values: DraftValue[]): Promise<NamedValue[]> =>
    Promise.all(
      values.map(async ({ name, value, secret }): Promise<NamedValue> => {
        if (!secret) return { name, value: { kind: 'plain', value: value ?? '' } }
        const ref = `server/${serverId}/${kind}/${name}`
        if (value !== null) await vault.set(ref, value)
        else if (!kept.has(ref)) await vault.delete(ref)
        return { name, value: { kind: 'secret', ref, receiver } }
      }),
    )
  return draft.kind === 'stdio'
    ? { ...draft, env: await store('env', draft.env) }
    : { ...draft, headers: await store('header', draft.headers) }
}

export function secretRefs(transport: ServerTransport): string[] {
  const values = transport.kind === 'stdio' ? transport.env : transport.headers
  return values.flatMap(({ value }) => (value.kind === 'secret' ? [value.ref] : []))
}

/**
 * Fills in the secrets for a start. Throws `server/secret-missing` naming those that are not there, and
 * `server/secret-elsewhere` for one that was given to another receiver.
 */
export async function resolveTransport(
  config: Pick<ServerConfig, 'transport' | 'network'>,
  { vault, digest }: { vault: SecretVault; digest: Digest },
): Promise<ResolvedTransport> {
  const { transport } = config
  const receiver = receiverDigest(config, digest)
  const missing: string[] = []
  const resolved: Record<string, string> = {}
  for (const { name, value } of transport.kind === 'stdio' ? transport.env : transport.headers) {
    assertReceiver(name, value, { receiver, to: receiverName(config) })
    const text = value.kind === 'plain' ? value.value : await vault.get(value.ref)
    if (text === undefined) missing.push(name)
    else resolved[name] = text
  }
  if (missing.length > 0)
    throw new GatehouseError(
      'server/secret-missing',
      `The secret ${missing.join(', ')} is not in the keychain. Enter it again in the server's settings.`,
      { data: { names: missing } },
    )
  return transport.kind === 'stdio'
    ? {
        kind: 'stdio',
        command: transport.command,
        args: transport.args,
        env: resolved,
        cwd: transport.cwd,
      }
    : {
        kind: 'http',
        url: transport.url,
        headers: resolved,
        ...(transport.wire === undefined ? {} : { wire: transport.wire }),
      }
}
