import {
  redirectUriOf,
  type DraftNetwork,
  type DraftOAuthClient,
  type DraftTransport,
  type LaunchChange,
  type ServerConfig,
  type ServerDraft,
} from '@gatehouse/domain'
import { normaliseAddress } from '@gatehouse/domain/launch'

type Part = LaunchChange['part']
type Text = string | null

/** Returns the changes of a draft to an existing server, part by part; secrets by name only. */
export function launchChanges(before: ServerConfig, draft: ServerDraft): LaunchChange[] {
  const old = { ...partsOf(before.transport), ...settingsOf(before) }
  const next = { ...partsOf(draft.transport), ...settingsOf(draft) }
  const parts = new Set([...Object.keys(old), ...Object.keys(next)] as Part[])
  return [...parts]
    .map((part) => ({ part, before: old[part] ?? null, after: next[part] ?? null }))
    .filter((change) => change.before !== change.after)
}

function partsOf(
  transport: ServerConfig['transport'] | DraftTransport,
): Partial<Record<Part, Text>> {
  if (transport.kind === 'http')
    return {
      url: normaliseAddress(transport.url),
      headers: lines(transport.headers.map(valueText)),
    }
  return {
    command: transport.command,
    arguments: lines(transport.args),
    environment: lines(transport.env.map(valueText)),
    directory: transport.cwd ?? null,
  }
}

function settingsOf(
  server: Pick<ServerConfig, 'name' | 'protocol' | 'signInRedirect'> & {
    transport: ServerConfig['transport'] | DraftTransport
    network?: ServerConfig['network'] | DraftNetwork
    oauthClient?: ServerConfig['oauthClient'] | DraftOAuthClient
  },
): Partial<Record<Part, Text>> {
  const { name, protocol, network, transport, oauthClient, signInRedirect } = server
  const proxy = network?.proxy ?? 'system'
  const settings = [
    protocol === 'auto' ? '' : typeof protocol === 'string' ? protocol : protocol.pin,
    transport.kind === 'http' &&
    transport.httpTransport !== undefined &&
    transport.httpTransport !== 'auto'
      ? transport.httpTransport
      : '',
    proxy === 'system' ? '' : typeof proxy === 'string' ? proxy : proxyText(proxy),
    network?.caFile ?? '',
  ]
  return {
    name,
    connection: lines(settings.filter((one) => one !== '')),
    client:
      transport.kind === 'http'
        ? lines([
            ...(oauthClient ? clientText(oauthClient) : []),
            ...(signInRedirect ? [redirectUriOf(signInRedirect)] : []),
          ])
        : null,
  }
}

function clientText(client: NonNullable<ServerConfig['oauthClient']> | DraftOAuthClient): string[] {
  const { grant, issuer, id, credential, scopes, statementFile, provider } = client
  return [
    `${grant} ${id}`,
    normaliseAddress(issuer),
    ...(credential.kind === 'none' ? [] : [credentialText(credential)]),
    ...(scopes.length === 0 ? [] : [scopes.join(' ')]),
    ...(statementFile === undefined ? [] : [statementFile]),
    ...(provider ? [`${normaliseAddress(provider.issuer)} ${provider.id}`] : []),
  ]
}

type Credential = Exclude<
  (NonNullable<ServerConfig['oauthClient']> | DraftOAuthClient)['credential'],
  { kind: 'none' }
>

/** One that is typed again is a change; one that is kept (null in a draft) is none. */
function credentialText(credential: Credential): string {
  const { kind, value } = credential
  const text = typeof value === 'string' ? `(new ${kind})` : `(${kind})`
  const keyId = credential.kind === 'key' ? (credential.keyId ?? '') : ''
  return keyId === '' ? text : `${text} ${keyId}`
}

function proxyText(proxy: { url: string; user?: string | undefined; password?: unknown }): string {
  const { url, user, password } = proxy
  // A password that is typed again is a change; one that is kept (null in a draft) is none.
  const isTyped = typeof password === 'string'
  return [normaliseAddress(url), user ?? '', isTyped ? '(new password)' : '']
    .filter((one) => one !== '')
    .join(' ')
}

type DraftOrStored = {
  name: string
  value: string | null | { kind: 'plain'; value: string } | { kind: 'secret' }
  secret?: boolean
}

/** A secret that is kept reads the same before and after; one that is typed again does not. */
function valueText({ name, value, secret }: DraftOrStored): string {
  if (value !== null && typeof value === 'object')
    return value.kind === 'plain' ? `${name}=${value.value}` : `${name} (secret)`
  if (secret !== true) return `${name}=${value ?? ''}`
  return value === null ? `${name} (secret)` : `${name} (new secret)`
}

function lines(texts: readonly string[]): Text {
  return texts.length === 0 ? null : texts.join('\n')
}
