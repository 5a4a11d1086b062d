import {
  canonicalJson,
  GatehouseError,
  type ModelFailure,
  type ModelProvider,
  type ModelProviderDraft,
} from '@gatehouse/domain'
import { originOf } from '@gatehouse/domain/launch'
import {
  headerIssue,
  type ProviderHeader,
  type ProviderHeaderDraft,
} from '@gatehouse/domain/models'
import type { EndpointHeader, ModelEndpoint, SecretVault } from '../ports/index.ts'
import { headerRefsOf, keyRefOf } from '../secrets/secret-changes.ts'

export function modelError(failure: ModelFailure): GatehouseError {
  return new GatehouseError('model/failed', failure.message, { data: { failure } })
}

/** True if requests to both go to the same address, with the same key and headers. */
export function isSameEndpoint(one: ModelProvider, other: ModelProvider): boolean {
  const [first, second] = [one, other].map((provider) => {
    const { kind, baseUrl, apiVersion, region, hasKey, keyOrigin, headers, headersOrigin } =
      provider
    const key = hasKey && { ref: keyRefOf(provider), keyOrigin }
    return canonicalJson({ kind, baseUrl, apiVersion, region, key, headers, headersOrigin })
  })
  return first === second
}

/** The key and the headers of providers: read from the vault for the origin that they were given for, and no other. */
export class ProviderCredentials {
  readonly #vault: Pick<SecretVault, 'get'>

  constructor(vault: Pick<SecretVault, 'get'>) {
    this.#vault = vault
  }

  async endpointOf(provider: ModelProvider): Promise<ModelEndpoint> {
    const { kind, baseUrl, apiVersion, region, headers = [] } = provider
    const key = await this.#storedKey(provider, baseUrl)
    if (headers.length === 0) return { kind, baseUrl, apiVersion, region, key }
    assertOrigin(provider, baseUrl)
    const sent: EndpointHeader[] = []
    for (const { name, value } of headers)
      sent.push({
        name,
        value: value.kind === 'plain' ? value.value : await this.#read(value.ref, provider),
        isSecret: value.kind === 'secret',
      })
    return { kind, baseUrl, apiVersion, region, key, headers: sent }
  }

  /** `known`: the provider that is changed. Rejects with `model/failed` where a secret would go elsewhere. */
  async endpointOfDraft(
    draft: ModelProviderDraft,
    known: ModelProvider | undefined,
  ): Promise<ModelEndpoint> {
    const { kind, baseUrl, apiVersion, region, headers = [] } = draft
    const key = draft.key ?? (known && (await this.#storedKey(known, baseUrl)))
    assertSendable(headers, key !== undefined)
    if (headers.length === 0) return { kind, baseUrl, apiVersion, region, key }
    const sent: EndpointHeader[] = []
    for (const { name, value, secret } of headers)
      sent.push({
        name,
        value: value ?? (await this.#storedHeader(name, baseUrl, known)),
        // What was kept as a secret stays one, whatever the window calls it.
        isSecret: secret || value === null,
      })
    return { kind, baseUrl, apiVersion, region, key, headers: sent }
  }

  async #storedHeader(
    name: string,
    baseUrl: string,
    known: ModelProvider | undefined,
  ): Promise<string> {
    const ref = known && secretHeaderRef(known, name)
    if (known === undefined || ref === undefined)
      throw modelError({ code: 'bad-request', message: `Type the value of the header ${name}.` })
    assertOrigin(known, baseUrl)
    return this.#read(ref, known)
  }

  /** A stored key never goes to another origin than the one it was given for. */
  async #storedKey(provider: ModelProvider, baseUrl: string): Promise<string | undefined> {
    if (!provider.hasKey) return undefined
    const [from, to] = [provider.keyOrigin ?? originOf(provider.baseUrl), originOf(baseUrl)]
    if (from !== to)
      throw modelError({
        code: 'key-elsewhere',
        message: `Type the key of ${provider.name} again: it was given to ${from}, and this goes to ${to}.`,
      })
    return this.#read(keyRefOf(provider), provider)
  }

  async #read(ref: string, { name }: ModelProvider): Promise<string> {
    const result = await this.#vault.get(ref)
    if (result.kind === 'there') return result.secret
    if (result.kind === 'absent')
      throw modelError({
        code: 'key-missing',
        message: `The key of ${name}, or a header, is not in the keychain. Enter it again in Settings, Models.`,
      })
    const state = result.kind === 'locked' ? 'is locked' : 'cannot be used now'
    throw modelError({
      code: `keychain-${result.kind}`,
      message: `The keychain ${state}, so the key of ${name} cannot be read. ${result.remedy}`,
    })
  }
}

/** Headers go nowhere but to the origin that they were given for, secret or not. */
function assertOrigin({ name, headersOrigin }: ModelProvider, baseUrl: string): void {
  const to = originOf(baseUrl)
  if (headersOrigin !== to)
    throw modelError({
      code: 'key-elsewhere',
      message: `Type the headers of ${name} again: they were given to ${headersOrigin ?? 'another address'}, and this goes to ${to}.`,
    })
}

/** Once more where it is known whether there is a key: the window may not be what it was. */
function assertSendable(headers: readonly ProviderHeaderDraft[], hasKey: boolean): void {
  for (const [at, header] of headers.entries())
    if (headerIssue(header, { hasKey, others: headers.slice(0, at) }))
      throw modelError({
        code: 'bad-request',
        message: `The header ${header.name.slice(0, 80)} cannot be sent. Change or remove it.`,
      })
}

function secretHeaderRef({ headers = [] }: ModelProvider, name: string): string | undefined {
  const value = headers.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value
  return value?.kind === 'secret' ? value.ref : undefined
}

/**
 * Returns the stored headers of a draft: `newSecrets` by their references, `replacedRefs` those that are no longer
 * named.
 */
export function keptHeaders(
  draft: ModelProviderDraft,
  known: ModelProvider | undefined,
  newRef: (name: string) => string,
): { headers: ProviderHeader[]; newSecrets: [string, string][]; replacedRefs: string[] } {
  const newSecrets: [string, string][] = []
  const headers = (draft.headers ?? []).map(({ name, value, secret }): ProviderHeader => {
    if (!secret && value !== null) return { name, value: { kind: 'plain', value } }
    const stored = known && value === null ? secretHeaderRef(known, name) : undefined
    const ref = stored ?? newRef(name)
    if (value !== null) newSecrets.push([ref, value])
    return { name, value: { kind: 'secret', ref } }
  })
  const named = new Set(headers.map(({ value }) => (value.kind === 'secret' ? value.ref : '')))
  const replacedRefs = known ? headerRefsOf(known).filter((ref) => !named.has(ref)) : []
  return { headers, newSecrets, replacedRefs }
}
