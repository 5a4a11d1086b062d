/*
 * Words of the interface. A feature adds its own namespace in four lines:
 *   1. locales/en/<feature>.ts      export const servers = { title: 'Servers', tools_one: '…', tools_other: '…' }
 *   2. locales/zh-CN/<feature>.ts   export const servers = { … } satisfies TranslationOf<typeof english>
 *   3. locales/en/index.ts and locales/zh-CN/index.ts: name it there.
 *   4. const t = useT('servers'); t('tools', { count: 3 })
 * A key missing in Chinese does not compile; a test compares the interpolation variables.
 */
import { createInstance, type i18n as I18n, type TFunction } from 'i18next'
import { initReactI18next, useTranslation, type FallbackNs } from 'react-i18next'
import { revealInWords } from '../kit/hidden-characters.ts'
import { en } from '../locales/en/index.ts'
import { zhCN } from '../locales/zh-CN/index.ts'

export const locales = ['en', 'zh-CN'] as const
export type Locale = (typeof locales)[number]
export type Namespace = keyof typeof en

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof en
  }
}

/** The language to show for the system's preferred ones ('zh-Hans-CN', 'en-GB', …), best first. */
export function pickLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split(/[-_]/)[0]
    if (language === 'zh') return 'zh-CN'
    if (language === 'en') return 'en'
  }
  return 'en'
}

/**
 * Makes the interface's words in one language, ready at once. Pass it to I18nextProvider; switch with
 * `i18n.changeLanguage(locale)`. React escapes markup; what is filled in has its hidden characters
 * named, so that no server's name or text can change how a sentence of ours reads.
 */
export function createI18n(locale: Locale): I18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    supportedLngs: [...locales],
    initAsync: false,
    defaultNS: 'common',
    ns: Object.keys(en),
    resources: { en, 'zh-CN': zhCN },
    interpolation: { escapeValue: true, escape: revealInWords },
    returnNull: false,
    react: { useSuspense: false },
  })
  return instance
}

/** The words of one namespace: `const t = useT('servers')`. */
export function useT<N extends Namespace>(namespace: N): TFunction<FallbackNs<N>> {
  return useTranslation(namespace).t
}

/** The language shown now, for Intl formats and the lang attribute. */
export function useLocale(): Locale {
  const { i18n } = useTranslation()
  return i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
}
