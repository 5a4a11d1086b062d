import { defaultSettings } from '@gatehouse/domain'
import { useEffect, useMemo, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { KitProvider } from '../kit/index.ts'
import { createI18n, pickLocale } from './i18n.ts'
import { useKitLabels } from './kit-labels.ts'
import { useAppInfo, useSettings } from './queries/app.ts'

/**
 * Language, theme and key names, from the settings and the system. Draws nothing until both are
 * known, which is one round trip, so that nothing flashes in another theme or language.
 */
export function Appearance({ children }: { children: ReactNode }) {
  const settings = useSettings()
  const info = useAppInfo()
  const { theme, language } = settings.data ?? defaultSettings
  const systemLocale = info.data?.systemLocale
  const locale = useMemo(
    () =>
      language === 'system'
        ? pickLocale([...(systemLocale ? [systemLocale] : []), ...navigator.languages])
        : language,
    [language, systemLocale],
  )
  const i18n = useMemo(() => createI18n(locale), [locale])
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    document.documentElement.lang = locale
  }, [theme, locale])
  if (settings.isPending || info.isPending) return null
  return (
    <I18nextProvider i18n={i18n}>
      <LabelledKit platform={info.data?.platform === 'darwin' ? 'mac' : 'other'}>
        {children}
      </LabelledKit>
    </I18nextProvider>
  )
}

function LabelledKit({ platform, children }: { platform: 'mac' | 'other'; children: ReactNode }) {
  const labels = useKitLabels()
  return (
    <KitProvider labels={labels} platform={platform}>
      {children}
    </KitProvider>
  )
}
