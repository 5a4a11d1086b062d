import { serverDraftSchema, type ServerConfig } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import {
  clientFormOf,
  emptyClient,
  oauthClientOf,
  usesBrowser,
  type OAuthClientForm,
} from './oauth-client-form.ts'
import { findIssues } from './server-form-issues.ts'
import { draftOf, emptyForm, formOf } from './server-form-state.ts'

const base = { ...emptyForm(), kind: 'http' as const, name: 'far', url: 'https://far.example/mcp' }
const given: OAuthClientForm = {
  ...emptyClient(),
  grant: 'client-credentials',
  issuer: 'https://login.example',
  id: 'machine',
  credential: 'secret',
  secret: 'typed',
}
const saved = (oauthClient: ServerConfig['oauthClient']): ServerConfig => ({
  ...sampleServers.find(({ config }) => config.id === 'research')!.config,
  ...(oauthClient ? { oauthClient } : {}),
})
const stored: NonNullable<ServerConfig['oauthClient']> = {
  grant: 'client-credentials',
  issuer: 'https://login.example',
  id: 'machine',
  credential: { kind: 'key', value: { kind: 'secret', ref: 'r' }, keyId: 'k1' },
  scopes: ['read', 'write'],
}

describe('the client part of a form', () => {
  it('says nothing where the app registers itself, nor for a command', () => {
    expect(oauthClientOf('http', emptyClient())).toEqual({})
    expect(oauthClientOf('stdio', given)).toEqual({})
  })

  it('loses nothing of a saved client when another thing is edited, and keeps its key', () => {
    const draft = serverDraftSchema.parse(draftOf(formOf(saved(stored))))
    expect(draft.oauthClient).toEqual({
      ...stored,
      credential: { kind: 'key', value: null, keyId: 'k1' },
    })
    expect(findIssues(formOf(saved(stored)), saved(stored)).size).toBe(0)
  })

  it('has the browser come back where no file says who the person is', () => {
    const provider = { issuer: 'https://idp.example', id: 'at-home' }
    const enterprise = {
      ...stored,
      grant: 'enterprise' as const,
      credential: { kind: 'none' as const },
      provider,
    }
    const form = formOf(saved(enterprise))
    const draft = serverDraftSchema.parse(draftOf(form))
    expect(draft.oauthClient).toEqual(enterprise)
    expect(usesBrowser(form.client)).toBe(true)
    expect(usesBrowser({ ...form.client, statementFile: '/run/token' })).toBe(false)
  })

  it('loses nothing of a client that has a statement', () => {
    const enterprise = {
      ...stored,
      grant: 'enterprise' as const,
      credential: { kind: 'none' as const },
      statementFile: '/run/token',
      provider: { issuer: 'https://idp.example', id: 'at-home' },
    }
    const draft = serverDraftSchema.parse(draftOf(formOf(saved(enterprise))))
    expect(draft.oauthClient).toEqual(enterprise)
  })

  it.each([
    ['another issuer', { issuer: 'https://other.example' }],
    ['another client', { id: 'other' }],
  ])('wants the key again for %s', (_, change) => {
    const form = formOf(saved(stored))
    const issues = findIssues({ ...form, client: { ...form.client, ...change } }, saved(stored))
    expect(issues.get('clientSecret')).toMatchObject({ code: 'retype' })
  })

  it('wants the key again for another server', () => {
    const form = { ...formOf(saved(stored)), url: 'https://evil.example/mcp' }
    expect(findIssues(form, saved(stored)).get('clientSecret')).toMatchObject({ code: 'retype' })
  })

  it('does not take a stored key for a secret', () => {
    const form = formOf(saved(stored))
    const client = { ...form.client, credential: 'secret' as const }
    expect(findIssues({ ...form, client }, saved(stored)).get('clientSecret')).toBe(
      'clientSecretMissing',
    )
  })

  it.each([
    [{ issuer: 'login.example' }, 'clientIssuer', 'issuerInvalid'],
    [{ issuer: 'https://login.example/?a=b' }, 'clientIssuer', 'issuerInvalid'],
    [{ id: '' }, 'clientId', 'clientIdInvalid'],
    [{ secret: '' }, 'clientSecret', 'clientSecretMissing'],
    [{ scopes: 'read "write"' }, 'clientScopes', 'scopesInvalid'],
    [{ grant: 'workload' as const, statementFile: '' }, 'clientStatement', 'statementInvalid'],
    [
      {
        grant: 'enterprise' as const,
        statementFile: '/t',
        providerIssuer: 'idp',
        providerId: 'x',
      },
      'providerIssuer',
      'issuerInvalid',
    ],
  ])('names what is wrong: %o', (change, field, issue) => {
    const issues = findIssues({ ...base, client: { ...given, ...change } })
    expect([...issues]).toEqual([[field, issue]])
  })

  it('never shows what is stored', () => {
    expect(clientFormOf(saved(stored))).toMatchObject({ key: '', secret: '', stored: 'key' })
  })
})

describe('where the browser comes back', () => {
  const form = (part: Partial<OAuthClientForm>) => ({
    ...base,
    client: { ...emptyClient(), ...part },
  })
  const redirectOf = (part: Partial<OAuthClientForm>) =>
    serverDraftSchema.parse(draftOf(form(part))).signInRedirect

  it('is not set where it is as usual, where no one comes back, nor for a command', () => {
    expect(redirectOf({})).toBeUndefined()
    expect(redirectOf({ ...given, redirect: 'localhost' })).toBeUndefined()
    const command = { ...form({ redirect: 'localhost' }), kind: 'stdio' as const, command: 'x' }
    expect(draftOf(command).signInRedirect).toBeUndefined()
  })

  it.each([
    [{ redirect: 'localhost' as const }, { kind: 'loopback', host: 'localhost' }],
    [{ redirectPort: ' 8123 ' }, { kind: 'loopback', host: '127.0.0.1', port: 8123 }],
    [{ redirect: 'app-link' as const, redirectPort: '8123' }, { kind: 'app-link' }],
  ])('is kept as it was typed: %o', (part, redirect) => {
    expect(redirectOf(part)).toEqual(redirect)
    const kept = { ...saved(undefined), signInRedirect: redirect } as ServerConfig
    expect(draftOf(formOf(kept)).signInRedirect).toEqual(redirect)
  })

  it.each(['1023', '65536', '80a', '-8123', '8123.5', '0x2000'])(
    'is not a port that is %s',
    (redirectPort) => {
      expect([...findIssues(form({ redirectPort }))]).toEqual([['redirectPort', 'portInvalid']])
    },
  )
})
