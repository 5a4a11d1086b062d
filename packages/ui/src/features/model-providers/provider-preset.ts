import type { ModelProviderKind } from '@gatehouse/domain'
import type { Locale } from '../../lib/words/i18n.ts'

/** One text for all languages, or one for each. */
export type Localized = string | Readonly<Record<Locale, string>>

type PresetGroup = 'makers' | 'china' | 'hosts' | 'gateways' | 'own'

/** A provider whose address and API are known from its documentation. No address was tried. */
export interface ProviderPreset {
  id: string
  group: PresetGroup
  name: Localized
  /** Other words that the search finds it by. */
  aliases?: string
  kind: ModelProviderKind
  baseUrl: string
  /** The AWS region of the address. */
  region?: string
  /** The part of the address that the person fills in or changes. */
  addressNote?: 'urlNoteAzure' | 'urlNoteBedrock' | 'urlNoteOwn'
  /** The provider's own page on which a key is made. */
  keyPage: Localized
  isKeyOptional?: true
  /** The page that the address is from, and the day on which it was read (ISO 8601). */
  documentation: { url: string; readOn: string }
}
