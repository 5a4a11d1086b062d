import {
  modelProviderDraftSchema,
  type DiscoveredProvider,
  type ModelInfo,
  type ModelProvider,
  type ModelProviderDraft,
  type ModelProviderKind,
} from '@gatehouse/domain'
import {
  headerIssue,
  listsModels,
  type HeaderIssue,
  type ProviderHeaderDraft,
} from '@gatehouse/domain/models'
import type { Locale } from '../../lib/words/i18n.ts'
import { keyOfAccessKey, missingFields, type AccessKeyForm } from './bedrock-form.ts'
import { inLocale, OTHER, presetOf, presetOfProvider } from './provider-presets.ts'

/** One header. `stored`: a secret value of this name is in the keychain. */
export interface HeaderRow {
  key: string
  name: string
  value: string
  secret: boolean
  stored: boolean
}

export interface ProviderForm {
  id: string | null
  /** The id of a preset, or `other`. */
  preset: string
  kind: ModelProviderKind
  name: string
  named: boolean
  baseUrl: string
  /** Azure's; empty: its v1 API. */
  apiVersion: string
  /** Bedrock's AWS region. */
  region: string
  key: string
  /** Bedrock's other kind of key; `null`: `key` is typed. */
  accessKey: AccessKeyForm | null
  headers: HeaderRow[]
  /** Model ids typed by the person, one a line, for endpoints that do not list theirs. */
  typedModels: string
}

export type ProviderIssue =
  | 'nameMissing'
  | 'urlInvalid'
  | 'versionInvalid'
  | 'regionInvalid'
  | 'accessKeyIdMissing'
  | 'secretAccessKeyMissing'
  | 'keyMissing'
  | 'tooLong'
export type ProviderField =
  | 'name'
  | 'baseUrl'
  | 'apiVersion'
  | 'region'
  | 'key'
  | 'accessKeyId'
  | 'secretAccessKey'

export function emptyProvider(presetId = OTHER, locale: Locale = 'en'): ProviderForm {
  const preset = presetOf(presetId)
  return {
    id: null,
    preset: preset?.id ?? OTHER,
    kind: preset?.kind ?? 'openai-compatible',
    name: preset ? inLocale(preset.name, locale) : '',
    named: preset !== undefined,
    baseUrl: preset?.baseUrl ?? '',
    apiVersion: '',
    region: preset?.region ?? '',
    key: '',
    accessKey: null,
    headers: [],
    typedModels: '',
  }
}

export function providerForm(provider: ModelProvider): ProviderForm {
  return {
    id: provider.id,
    preset: presetOfProvider(provider)?.id ?? OTHER,
    kind: provider.kind,
    name: provider.name,
    named: true,
    baseUrl: provider.baseUrl,
    apiVersion: provider.apiVersion ?? '',
    region: provider.region ?? '',
    key: '',
    accessKey: null,
    headers: (provider.headers ?? []).map(({ name, value }) => ({
      ...emptyHeader(),
      name,
      value: value.kind === 'plain' ? value.value : '',
      secret: value.kind === 'secret',
      stored: value.kind === 'secret',
    })),
    // What is never listed is here to be changed.
    typedModels: listsModels(provider.kind) ? '' : provider.models.map(({ id }) => id).join('\n'),
  }
}

export function discoveredForm(found: DiscoveredProvider): ProviderForm {
  return {
    ...emptyProvider(),
    name: found.name,
    named: true,
    baseUrl: found.baseUrl,
  }
}

/** Returns an empty header row; a header counts as a secret until the person marks it as none. */
export function emptyHeader(): HeaderRow {
  return { key: crypto.randomUUID(), name: '', value: '', secret: true, stored: false }
}

/** Rows with content; an empty one is only an invitation. */
function filledHeaders({ kind, headers }: ProviderForm): HeaderRow[] {
  if (kind !== 'openai-compatible') return []
  return headers.filter(({ name, value, stored }) => name !== '' || value !== '' || stored)
}

/** An empty field keeps a secret that is stored. */
function headerDraft({ name, value, secret, stored }: HeaderRow): ProviderHeaderDraft {
  const keeps = secret && stored && value === ''
  return { name: name.trim(), value: keeps ? null : value.trim(), secret }
}

/** Returns the problems of headers, by the keys of their rows. */
export function headerIssues(form: ProviderForm, hasKey: boolean): Map<string, HeaderIssue> {
  const rows = filledHeaders(form)
  const drafts = rows.map(headerDraft)
  const isKeySent = hasKey || form.key.trim() !== ''
  return new Map(
    rows.flatMap(({ key }, at) => {
      const draft = drafts[at]
      const about = { hasKey: isKeySent, others: drafts.slice(0, at) }
      const issue = draft && headerIssue(draft, about)
      return issue ? [[key, issue] as const] : []
    }),
  )
}

function typedKey({ key, accessKey }: ProviderForm): string | null {
  if (accessKey) return keyOfAccessKey(accessKey)
  return key.trim() === '' ? null : key.trim()
}

export function providerDraft(form: ProviderForm): ModelProviderDraft {
  return {
    ...(form.id === null ? {} : { id: form.id }),
    kind: form.kind,
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim(),
    ...(form.apiVersion.trim() === '' ? {} : { apiVersion: form.apiVersion.trim() }),
    ...(form.kind === 'amazon-bedrock' && form.region.trim() !== ''
      ? { region: form.region.trim() }
      : {}),
    key: typedKey(form),
    headers: filledHeaders(form).map(headerDraft),
  }
}

/** Chat completions are also what local engines speak, which want none. */
export const needsKey = ({ kind, preset }: ProviderForm): boolean =>
  kind !== 'openai-compatible' || (preset !== OTHER && presetOf(preset)?.isKeyOptional !== true)

/** `hasKey`: one is stored already, so an empty field keeps it. */
export function providerIssues(
  form: ProviderForm,
  hasKey: boolean,
): Map<ProviderField, ProviderIssue> {
  const issues = new Map<ProviderField, ProviderIssue>()
  const parsed = modelProviderDraftSchema.safeParse(providerDraft(form))
  for (const { path, code } of parsed.error?.issues ?? []) {
    const [field] = path
    if (field === 'name') issues.set('name', code === 'too_small' ? 'nameMissing' : 'tooLong')
    if (field === 'baseUrl') issues.set('baseUrl', code === 'too_big' ? 'tooLong' : 'urlInvalid')
    if (field === 'apiVersion') issues.set('apiVersion', 'versionInvalid')
    if (field === 'region') issues.set('region', 'regionInvalid')
    if (field === 'key') issues.set(form.accessKey ? 'secretAccessKey' : 'key', 'tooLong')
  }
  if (form.accessKey)
    for (const missing of missingFields(form.accessKey, hasKey))
      issues.set(missing, `${missing}Missing`)
  else if (needsKey(form) && form.key.trim() === '' && !hasKey) issues.set('key', 'keyMissing')
  return issues
}

/** The host of the address without its first label, as a name until the person gives one. */
export function nameFromUrl(baseUrl: string): string {
  const host = /^https?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)/i.exec(baseUrl.trim())?.[1] ?? ''
  return host.replace(/^(?:www|api)\./, '')
}

export function typedModels(text: string): ModelInfo[] {
  const ids = text.split(/[\n,]/).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '').map((id) => ({ id }))
}

export function modelName(model: ModelInfo): string {
  return model.name ?? model.id
}
