import type {
  DraftTransport,
  DraftValue,
  ResolvedTransport,
  ServerConfig,
  ServerTransport,
  StoredValue,
} from '@gatehouse/domain'
import { receiverName } from '@gatehouse/domain/launch'
import type { Digest, SecretVault } from '../ports/index.ts'
import { receiverDigest } from './receiver-digest.ts'
import { assertReceiver } from './secret-receiver-check.ts'
import { SecretReadResults } from './read-secrets.ts'

type NamedValue = { name: string; value: StoredValue }

/** Collects the secrets of a draft. */
export interface SecretReferenceTarget {
  serverId: string
  /** A reference that was never used, below a place. */
  newRef(place: string): string
  /** Filled with every secret that was typed, by its reference. */
  newSecrets: Map<string, string>
}

/**
 * The transport with references in place of its secrets. A typed secret never takes the reference of the one before
 * it, which the old record still names. A secret to keep that was never given is reported as missing at the next
 * start.
 */
export function withReferences(
  draft: DraftTransport,
  existing: ServerTransport | undefined,
  { receiver, serverId, newRef, newSecrets }: SecretReferenceTarget & { receiver: string },
): ServerTransport {
  const kept = existing?.kind === draft.kind ? refsByName(existing) : new Map<string, string>()
  const refer = (kind: string, values: DraftValue[]): NamedValue[] =>
    values.map(({ name, value, secret }) => {
      if (!secret) return { name, value: { kind: 'plain', value: value ?? '' } }
      const known = value === null ? kept.get(name) : undefined
      const ref = known ?? newRef(`server/${serverId}/${kind}/${name}`)
      if (value !== null) newSecrets.set(ref, value)
      return { name, value: { kind: 'secret', ref, receiver } }
    })
  return draft.kind === 'stdio'
    ? { ...draft, env: refer('env', draft.env) }
    : { ...draft, headers: refer('header', draft.headers) }
}

export function secretRefs(transport: ServerTransport): string[] {
  return valuesOf(transport).flatMap(({ value }) => (value.kind === 'secret' ? [value.ref] : []))
}

function valuesOf(transport: ServerTransport): NamedValue[] {
  return transport.kind === 'stdio' ? transport.env : transport.headers
}

function refsByName(transport: ServerTransport): Map<string, string> {
  const refs = new Map<string, string>()
  for (const { name, value } of valuesOf(transport))
    if (value.kind === 'secret') refs.set(name, value.ref)
  return refs
}

/**
 * Fills in the secrets for a start. Throws as `SecretReadResults.assertAllRead` for unreadable ones, and
 * `server/secret-elsewhere` for one that was given to another recipient. `fill` applies to the texts in plain
 * sight.
 */
export async function resolveTransport(
  config: Pick<ServerConfig, 'transport' | 'network'>,
  {
    vault,
    digest,
    fill = (text) => text,
  }: { vault: SecretVault; digest: Digest; fill?: (text: string) => string },
): Promise<ResolvedTransport> {
  const { transport } = config
  const receiver = receiverDigest(config, digest)
  const secrets = new SecretReadResults()
  const resolved: Record<string, string> = {}
  const inPlace = transport.kind === 'stdio' ? fill : (text: string): string => text
  for (const { name, value } of transport.kind === 'stdio' ? transport.env : transport.headers) {
    assertReceiver(name, value, { receiver, to: receiverName(config) })
    resolved[name] =
      value.kind === 'plain' ? inPlace(value.value) : secrets.add(name, await vault.get(value.ref))
  }
  secrets.assertAllRead()
  return transport.kind === 'stdio'
    ? {
        kind: 'stdio',
        command: transport.command,
        args: transport.args.map(fill),
        env: resolved,
        cwd: transport.cwd === undefined ? undefined : fill(transport.cwd),
      }
    : {
        kind: 'http',
        url: transport.url,
        headers: resolved,
        ...(transport.httpTransport === undefined
          ? {}
          : { httpTransport: transport.httpTransport }),
      }
}
