/**
 * The page of the window, which asks at the start only for the words of the language that is likely: the script
 * tags of words (`data-words`) are a line each.
 */
export function pageForLocale(html: string, locale: string): string {
  const words = locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
  return html
    .split('\n')
    .filter((line) => !line.includes(' data-words=') || line.includes(` data-words="${words}"`))
    .join('\n')
}

/** Paths below the root of what a built page names: scripts, styles, fonts. */
export function filesOf(html: string): string[] {
  return Array.from(html.matchAll(/ (?:src|href)="\.(\/[^"]+)"/g), ([, path = '']) => path)
}
