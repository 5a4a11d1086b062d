import type { ModelProvider } from '@gatehouse/domain'
import type { Locale } from '../../lib/words/i18n.ts'
import { PROVIDER_PRESETS } from './preset-table.ts'
import type { Localized, ProviderPreset } from './provider-preset.ts'

/** Any other address that speaks chat completions. */
export const OTHER = 'other'

export const presetOf = (id: string): ProviderPreset | undefined =>
  PROVIDER_PRESETS.find((preset) => preset.id === id)

/** The preset whose address a provider has; its page of keys is of no use for any other address. */
export function presetOfProvider({
  kind,
  baseUrl,
}: Pick<ModelProvider, 'kind' | 'baseUrl'>): ProviderPreset | undefined {
  return PROVIDER_PRESETS.find((preset) => preset.kind === kind && preset.baseUrl === baseUrl)
}

export const inLocale = (text: Localized, locale: Locale): string =>
  typeof text === 'string' ? text : text[locale]

/** The names in all languages, the aliases and the host: what a search of the list looks through. */
export function presetKeywords({ name, aliases = '', baseUrl }: ProviderPreset): string {
  const names = typeof name === 'string' ? [name] : Object.values(name)
  return [...names, aliases, baseUrl].join(' ')
}
