import type { Target } from './target.ts'

const MAX_DETAIL = 300
/** Checked to begin a word where it is replaced: with that in the expression its time cannot be bounded. */
const SECRET_SHAPES = /(?:sk|pk|rk|gsk|xai|hf|AIza)[-_][A-Za-z0-9_-]{8,}/g
const BEARER = /\bBearer\s+\S+/g

/** A provider's own words, fit to be shown: without keys, on one line, shortened. */
export function sanitizeProviderMessage(
  text: string,
  { key, hide }: Pick<Target, 'key' | 'hide'>,
): string {
  // What cannot be seen goes first: it would part a key in two and then leave it whole.
  let clean = text.replaceAll(/\p{Cf}+/gu, '')
  if (hide) clean = hide(clean)
  if (key !== undefined && key.length >= 4) {
    for (const form of [key, encodeURIComponent(key)]) clean = clean.replaceAll(form, '[key]')
  }
  clean = clean
    .replaceAll(SECRET_SHAPES, (found: string, at: number, whole: string) =>
      /\w/.test(whole.charAt(at - 1)) ? found : '[key]',
    )
    .replaceAll(BEARER, '[key]')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (clean.length <= MAX_DETAIL) return clean
  const cut = clean.slice(0, MAX_DETAIL - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut}…`
}

/** The title of a web page that came where JSON was expected, or its text. */
export function pageText(html: string): string {
  const small = html.toLowerCase()
  // Found by position: an expression over text without an end to its tags takes the square of it.
  const opening = small.indexOf('<title')
  const start = opening === -1 ? -1 : small.indexOf('>', opening)
  const end = start === -1 ? -1 : small.indexOf('<', start)
  if (end !== -1 && small.startsWith('</title>', end)) return html.slice(start + 1, end)
  return withoutTags(html)
}

function withoutTags(html: string): string {
  const [first = '', ...rest] = html.split('<')
  const texts = rest.map((part) => {
    const end = part.indexOf('>')
    return end === -1 ? `<${part}` : part.slice(end + 1)
  })
  return [first, ...texts].join(' ')
}

const PAGE_STARTS = ['<!doctype', '<html', '<head', '<body']

export function looksLikePage(body: string): boolean {
  const start = body.trimStart().slice(0, 16).toLowerCase()
  return PAGE_STARTS.some((page) => start.startsWith(page))
}
