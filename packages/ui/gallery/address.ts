import { locales, type Locale } from '../src/lib/i18n.ts'

export type Theme = 'system' | 'light' | 'dark'

/** What the address sets: `?story=button&theme=dark&lang=zh-CN&bare=1&platform=mac`. */
export interface Address {
  story: string
  theme: Theme
  locale: Locale
  /** Only the story, without the gallery around it. */
  bare: boolean
  platform: 'mac' | 'other'
}

export function readLocation(search: string): Address {
  const query = new URLSearchParams(search)
  const theme = query.get('theme')
  return {
    story: query.get('story') ?? 'frame',
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    locale: locales.find((locale) => locale === query.get('lang')) ?? 'en',
    bare: query.get('bare') === '1',
    platform: query.get('platform') === 'mac' ? 'mac' : 'other',
  }
}

export function writeAddress(address: Address): string {
  const query = new URLSearchParams({
    story: address.story,
    theme: address.theme,
    lang: address.locale,
  })
  if (address.bare) query.set('bare', '1')
  if (address.platform === 'mac') query.set('platform', 'mac')
  return `?${query.toString()}`
}
