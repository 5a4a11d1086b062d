import {
  GatehouseError,
  type DraftTransport,
  type DraftValue,
  type ResolvedTransport,
  type ServerTransport,
  type StoredValue,
} from '@gatehouse/domain'
import type { SecretVault } from '../ports/index.ts'

type NamedValue = { name: string; value: StoredValue }

/** Moves a draft's secrets into the vault and gives the transport with references in their place. */
export async function storeSecrets(
  serverId: string,
  draft: DraftTransport,
  vault: SecretVault,
): Promise<ServerTransport> {
  const store = (kind: string, values: DraftValue[]): Promise<NamedValue[]> =>
    Promise.all(
      values.map(async ({ name, value, secret }): Promise<NamedValue> => {
        if (!secret) return { name, value: { kind: 'plain', value: value ?? '' } }
        const ref = `server/${serverId}/${kind}/${name}`
        if (value !== null) await vault.set(ref, value)
        return { name, value: { kind: 'secret', ref } }
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

/** Fills in the secrets for a start. Throws `server/secret-missing` naming those that are not there. */
export async function resolveTransport(
  transport: ServerTransport,
  vault: SecretVault,
): Promise<ResolvedTransport> {
  const missing: string[] = []
  const resolved: Record<string, string> = {}
  for (const { name, value } of transport.kind === 'stdio' ? transport.env : transport.headers) {
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
