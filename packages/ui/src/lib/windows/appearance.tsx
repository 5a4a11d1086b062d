import type { AppInfo } from '@gatehouse/contract'
import { defaultSettings } from '@gatehouse/domain'
import { useEffect, useMemo, type ReactNode } from 'react'
import { KitProvider } from '../../kit/index.ts'
import { LanguageProvider, pickLocale, type Locale } from '../words/i18n.ts'
import { useKitLabels } from '../words/kit-labels.ts'
import { useAppInfo, useSettings } from '../queries/app.ts'
import { loadTranslations, translationsOf } from '../words/words.ts'

/**
 * Draws once the words of the language that is likely are there: before it returns where the page brought them, so
 * that no empty page is painted first, and also where they cannot be read.
 */
export function renderWhenTranslated(draw: () => void): void {
  const locale = likelyLocale()
  if (translationsOf(locale)) draw()
  else loadTranslations(locale).then(draw, draw)
}

/**
 * The language of the last run, whose words main left in the page; a page with those of each takes the browser's.
 * Nothing else is looked at: the first access to a page's storage waits for another process.
 */
function likelyLocale(): Locale {
  const tags = document.querySelectorAll<HTMLElement>('[data-words]')
  const last = tags.length === 1 ? tags[0]?.dataset['words'] : undefined
  return pickLocale([...(last ? [last] : []), ...navigator.languages])
}

/**
 * Language, theme and key names, from the settings and the system. Until main has sent them, the
 * language is that of the last run.
 */
export function Appearance({ children }: { children: ReactNode }) {
  const settings = useSettings().data
  const info = useAppInfo().data
  const known = settings && info
  const { theme, language, fontSize, density } = settings ?? defaultSettings
  const locale = useMemo(() => {
    if (!known) return likelyLocale()
    if (language !== 'system') return language
    return pickLocale([info.systemLocale, ...navigator.languages])
  }, [known, info, language])
  useEffect(() => {
    // Unsaid, it follows the frame of the window, which has the theme of the last run.
    if (settings) document.documentElement.dataset['theme'] = theme
    document.documentElement.dataset['fontSize'] = fontSize
    document.documentElement.dataset['density'] = density
    document.documentElement.lang = locale
  }, [settings, theme, fontSize, density, locale])
  return (
    <LanguageProvider locale={locale}>
      <LabelledKit platform={isMac(info) ? 'mac' : 'other'}>{children}</LabelledKit>
    </LanguageProvider>
  )
}

function isMac(info: AppInfo | undefined): boolean {
  return info ? info.platform === 'darwin' : navigator.userAgent.includes('Macintosh')
}

function LabelledKit({ platform, children }: { platform: 'mac' | 'other'; children: ReactNode }) {
  const labels = useKitLabels()
  return (
    <KitProvider labels={labels} platform={platform}>
      {children}
    </KitProvider>
  )
}
