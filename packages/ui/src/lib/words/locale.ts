/** The languages of the interface. */
export const locales = ['en', 'zh-CN'] as const
export type Locale = (typeof locales)[number]

/** The language to show for the system's preferred ones ('zh-Hans-CN', 'en-GB', …), best first. */
export function pickLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split(/[-_]/)[0]
    if (language === 'zh') return 'zh-CN'
    if (language === 'en') return 'en'
  }
  return 'en'
}
