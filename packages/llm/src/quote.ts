const MAX_DETAIL = 300
const SECRET_SHAPES = /\b(?:sk|pk|rk|gsk|xai|hf|AIza)[-_][A-Za-z0-9_-]{8,}|\bBearer\s+\S+/g

/** A provider's own words, fit to be shown: without keys, on one line, shortened. */
export function quote(text: string, key: string | undefined): string {
  let clean = text
  if (key !== undefined && key.length >= 4) {
    for (const form of [key, encodeURIComponent(key)]) clean = clean.replaceAll(form, '[key]')
  }
  clean = clean
    .replaceAll(SECRET_SHAPES, '[key]')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  if (clean.length <= MAX_DETAIL) return clean
  const cut = clean.slice(0, MAX_DETAIL - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut}…`
}

/** The title of a web page that came where JSON was expected, or its text. */
export function pageText(html: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]
  return title ?? html.replaceAll(/<[^>]*>/g, ' ')
}

export function looksLikePage(body: string): boolean {
  return /^\s*<(?:!doctype|html|head|body)/i.test(body)
}
