/**
 * The page of the window, which asks at the start only for the words of the language that is likely: those that
 * the link tags name (`data-words`) are a line each.
 */
export function pageForLocale(html: string, locale: string): string {
  const words = locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
  return html
    .split('\n')
    .filter((line) => !line.includes(' data-words=') || line.includes(` data-words="${words}"`))
    .join('\n')
}
