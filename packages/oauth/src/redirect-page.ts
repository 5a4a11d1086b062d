/** The languages that the page in the browser is written in. */
export type PageLanguage = 'en' | 'zh-CN'
export type PageKind = 'done' | 'failed' | 'unknown'

const WORDS: Record<PageLanguage, Record<PageKind, { title: string; text: string }>> = {
  en: {
    done: { title: 'Gatehouse', text: 'You can go back to Gatehouse.' },
    failed: { title: 'Not signed in', text: 'You were not signed in. Go back to Gatehouse.' },
    unknown: {
      title: 'Nothing to do here',
      text: 'No sign-in in Gatehouse is waiting for this page.',
    },
  },
  'zh-CN': {
    done: { title: 'Gatehouse', text: '可以回到 Gatehouse 了。' },
    failed: { title: '未登录', text: '登录没有成功。请回到 Gatehouse。' },
    unknown: { title: '此处无需操作', text: 'Gatehouse 中没有等待此页面的登录。' },
  },
}

/** A page of fixed words: nothing that came with the request is in it. */
export function redirectPage(kind: PageKind, language: PageLanguage): string {
  const { title, text } = WORDS[language][kind]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body><p>${text}</p></body></html>`
}

/** The page runs nothing, loads nothing and sends no one where it was. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
} as const
