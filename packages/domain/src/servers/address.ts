/** An address as an HTTP client reads it. */
export interface Address {
  /** Letters of other alphabets in the form that names are looked up in (punycode). */
  href: string
  /** Host and port. */
  host: string
  hostname: string
  /** The host as written, if it differs from the reached one; null otherwise. */
  written: string | null
}

/** Returns null for a text that is no address. */
export function parseAddress(text: string): Address | null {
  const url = parse(text)
  if (!url) return null
  const { href, host, hostname } = url
  const written = writtenHost(text)
  return { href, host, hostname, written: written.toLowerCase() === hostname ? null : written }
}

/** Returns the address as it is reached, if its host reads as another one: this form is shown and stored. */
export function normaliseAddress(text: string): string {
  const address = parseAddress(text)
  return address === null || address.written === null ? text : address.href
}

/**
 * Returns the address as an HTTP client requests it (WHATWG URL), without the parts that are never sent: a
 * fragment, and a lone "?", which some runtimes send and others do not. Null for a text that is no address.
 */
export function requestedAddress(text: string): string | null {
  const url = parse(text)
  if (!url) return null
  const [whole = ''] = url.href.split('#', 1)
  return url.search === '' && whole.endsWith('?') ? whole.slice(0, -1) : whole
}

function writtenHost(text: string): string {
  return /^\s*[a-z]+:[\\/]*(?:[^/@\\]*@)?(\[[^\]]*\]|[^/\\:?#]*)/i.exec(text)?.[1] ?? text
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
