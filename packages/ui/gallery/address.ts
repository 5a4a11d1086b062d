import { locales, type Locale } from '../src/lib/words/i18n.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Settings in the address: `?story=button&theme=dark&lang=zh-CN&bare=1&platform=mac`. */
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

/** @param search the address so far: what a story reads from it stays */
export function writeAddress(address: Address, search: string): string {
  const query = new URLSearchParams(search)
  query.set('story', address.story)
  query.set('theme', address.theme)
  query.set('lang', address.locale)
  return `?${query.toString()}`
}
