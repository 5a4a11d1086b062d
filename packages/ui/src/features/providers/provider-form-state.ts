import {
  modelProviderDraftSchema,
  type DiscoveredProvider,
  type ModelInfo,
  type ModelProvider,
  type ModelProviderDraft,
  type ModelProviderKind,
} from '@gatehouse/domain'

const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

export interface ProviderForm {
  id: string | null
  kind: ModelProviderKind
  name: string
  named: boolean
  baseUrl: string
  key: string
  /** Model ids typed by the person, one a line, for endpoints that do not list theirs. */
  typedModels: string
}

export type ProviderIssue = 'nameMissing' | 'urlInvalid' | 'keyMissing' | 'tooLong'
export type ProviderField = 'name' | 'baseUrl' | 'key'

export function emptyProvider(kind: ModelProviderKind): ProviderForm {
  return {
    id: null,
    kind,
    name: kind === 'anthropic' ? 'Anthropic' : '',
    named: false,
    baseUrl: kind === 'anthropic' ? ANTHROPIC_URL : '',
    key: '',
    typedModels: '',
  }
}

export function providerForm(provider: ModelProvider): ProviderForm {
  return {
    id: provider.id,
    kind: provider.kind,
    name: provider.name,
    named: true,
    baseUrl: provider.baseUrl,
    key: '',
    typedModels: '',
  }
}

export function discoveredForm(found: DiscoveredProvider): ProviderForm {
  return {
    ...emptyProvider('openai-compatible'),
    name: found.name,
    named: true,
    baseUrl: found.baseUrl,
  }
}

export function providerDraft(form: ProviderForm): ModelProviderDraft {
  return {
    ...(form.id === null ? {} : { id: form.id }),
    kind: form.kind,
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim(),
    key: form.key.trim() === '' ? null : form.key.trim(),
  }
}

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
    if (field === 'key') issues.set('key', 'tooLong')
  }
  if (form.kind === 'anthropic' && form.key.trim() === '' && !hasKey)
    issues.set('key', 'keyMissing')
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
