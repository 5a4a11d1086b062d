import type { OAuthClient, ServerConfig, ServerDraftInput, SignInRedirect } from '@gatehouse/domain'

type Credential = OAuthClient['credential']['kind']

export type RedirectHost = '127.0.0.1' | 'localhost' | 'app-link'

/** Form of a client that was registered by hand. */
export interface OAuthClientForm {
  /** `automatic`: the app registers itself. */
  grant: 'automatic' | OAuthClient['grant']
  issuer: string
  id: string
  credential: Credential
  secret: string
  key: string
  keyId: string
  /** Words between spaces. */
  scopes: string
  statementFile: string
  providerIssuer: string
  providerId: string
  /** Where the browser comes back: a host of this computer, or a link that opens the app. */
  redirect: RedirectHost
  /** Empty = any free port. */
  redirectPort: string
  /** The credential in the keychain; its value never comes here. */
  stored: Credential
}

export function emptyClient(): OAuthClientForm {
  return {
    grant: 'automatic',
    issuer: '',
    id: '',
    credential: 'none',
    secret: '',
    key: '',
    keyId: '',
    scopes: '',
    statementFile: '',
    providerIssuer: '',
    providerId: '',
    redirect: '127.0.0.1',
    redirectPort: '',
    stored: 'none',
  }
}

export function clientFormOf({
  oauthClient: client,
  signInRedirect,
}: ServerConfig): OAuthClientForm {
  const empty = { ...emptyClient(), ...redirectFormOf(signInRedirect) }
  if (!client) return empty
  const { credential } = client
  return {
    ...empty,
    grant: client.grant,
    issuer: client.issuer,
    id: client.id,
    credential: credential.kind,
    keyId: credential.kind === 'key' ? (credential.keyId ?? '') : '',
    scopes: client.scopes.join(' '),
    statementFile: client.statementFile ?? '',
    providerIssuer: client.provider?.issuer ?? '',
    providerId: client.provider?.id ?? '',
    stored: credential.kind,
  }
}

function redirectFormOf(
  redirect: SignInRedirect | undefined,
): Pick<OAuthClientForm, 'redirect' | 'redirectPort'> {
  if (redirect?.kind === 'app-link') return { redirect: 'app-link', redirectPort: '' }
  const { host = '127.0.0.1', port } = redirect ?? {}
  return { redirect: host, redirectPort: port === undefined ? '' : String(port) }
}

/** True if a person signs in with a browser, which comes back. */
export function usesBrowser({
  grant,
  statementFile = '',
}: Pick<OAuthClientForm, 'grant'> & { statementFile?: string | undefined }): boolean {
  if (grant === 'enterprise') return statementFile.trim() === ''
  return grant === 'automatic' || grant === 'sign-in'
}

/** Where the browser comes back, as typed. */
export function redirectOf({
  redirect,
  redirectPort,
}: Pick<OAuthClientForm, 'redirect' | 'redirectPort'>): SignInRedirect {
  if (redirect === 'app-link') return { kind: 'app-link' }
  const port = redirectPort.trim()
  return {
    kind: 'loopback',
    host: redirect,
    ...(port === '' ? {} : { port: /^\d+$/.test(port) ? Number(port) : Number.NaN }),
  }
}

/** Absent where no one comes back, and where it is as usual. */
export function signInRedirectOf(
  kind: 'stdio' | 'http',
  form: OAuthClientForm,
): Pick<ServerDraftInput, 'signInRedirect'> {
  const isUsual = form.redirect === '127.0.0.1' && form.redirectPort.trim() === ''
  if (kind !== 'http' || !usesBrowser(form) || isUsual) return {}
  return { signInRedirect: redirectOf(form) }
}

type Draft = NonNullable<ServerDraftInput['oauthClient']>

/** Absent for a command, and where the app registers itself. */
export function oauthClientOf(
  kind: 'stdio' | 'http',
  form: OAuthClientForm,
): Pick<ServerDraftInput, 'oauthClient'> {
  const { grant } = form
  if (kind !== 'http' || grant === 'automatic') return {}
  const scopes = form.scopes.split(/\s+/).filter((word) => word !== '')
  const fields = { grant, issuer: form.issuer.trim(), id: form.id.trim(), scopes }
  return { oauthClient: { ...fields, ...statementOf(form), credential: credentialOf(form) } }
}

function statementOf(form: OAuthClientForm): Pick<Draft, 'statementFile' | 'provider'> {
  if (!hasAssertion(form)) return {}
  const statementFile = form.statementFile.trim()
  if (form.grant !== 'enterprise') return { statementFile }
  const provider = { issuer: form.providerIssuer.trim(), id: form.providerId.trim() }
  return statementFile === '' ? { provider } : { statementFile, provider }
}

/** True if an assertion file identifies the person or the client. */
export function hasAssertion({ grant }: Pick<OAuthClientForm, 'grant'>): boolean {
  return grant === 'workload' || grant === 'enterprise'
}

function credentialOf({
  credential,
  secret,
  key,
  keyId,
  stored,
}: OAuthClientForm): Draft['credential'] {
  const kept = (value: string): string | null =>
    value === '' && stored === credential ? null : value
  if (credential === 'none') return { kind: 'none' }
  if (credential === 'secret') return { kind: 'secret', value: kept(secret) }
  const named = keyId.trim()
  return { kind: 'key', value: kept(key.trim()), ...(named === '' ? {} : { keyId: named }) }
}

/** True if something is typed that goes to the keychain. */
export function hasTypedSecret({ grant, secret, key }: OAuthClientForm): boolean {
  return grant !== 'automatic' && (secret !== '' || key !== '')
}

/** True if a secret or key is needed and neither typed nor stored. */
export function lacksSecret(form: OAuthClientForm): boolean {
  const credential = credentialOf(form)
  return form.grant !== 'automatic' && credential.kind !== 'none' && credential.value === ''
}
