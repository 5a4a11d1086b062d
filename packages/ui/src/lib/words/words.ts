import type { en } from '../../locales/en/index.ts'
import type { Locale } from './locale.ts'

/** Words of one language that are there from the start, by namespace. */
export type InitialTranslations = Readonly<Record<keyof typeof en, object>>

const loaders: Readonly<Record<Locale, () => Promise<InitialTranslations>>> = {
  en: async () => (await import('../../locales/en/index.ts')).en,
  'zh-CN': async () => (await import('../../locales/zh-CN/index.ts')).zhCN,
}

const loaded = new Map<Locale, InitialTranslations>()

/** The words of a language that was loaded, by this or by the page itself. */
export function translationsOf(locale: Locale): InitialTranslations | undefined {
  return loaded.get(locale) ?? leftByPage(locale)
}

/** Translations that the file of a language left when the page loaded it by a script tag. */
function leftByPage(locale: Locale): InitialTranslations | undefined {
  const words: unknown = Reflect.get(globalThis, `gatehouse.words.${locale}`)
  // Only the files of languages write there, and each writes what its loader brings.
  return words as InitialTranslations | undefined
}

/** Each language is a file of its own; a window asks for the one that it shows. Rejects when the file cannot be read. */
export async function loadTranslations(locale: Locale): Promise<void> {
  if (!translationsOf(locale)) loaded.set(locale, await loaders[locale]())
}
