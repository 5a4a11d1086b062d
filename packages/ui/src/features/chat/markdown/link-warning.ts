import { parse } from 'tldts'
import { hasHidden } from '../../../kit/index.ts'

/** Reason not to trust the words of a link; its real host is then shown beside them. */
export type LinkWarning = 'other-host' | 'hidden' | 'punycode' | 'userinfo'

/**
 * Characters that no host contains. A host is looked for between them: an expression for it takes the square of the
 * text.
 */
const betweenHosts = /[^\p{L}\p{N}\p{M}.@-]/u

/** Hosts as people write them inside words: 'github.com', 'https://github.com/x', '127.0.0.1'. */
function writtenHosts(words: string): string[] {
  return words.split(betweenHosts).flatMap((word) => {
    // What comes before the last @ is a user name, unless nothing comes after it.
    const host = word.split('@').findLast((part) => part !== '') ?? ''
    const labels = host.split('.').filter((label) => label !== '')
    return labels.length > 1 ? [labels.join('.')] : []
  })
}

/** Other dots and slashes that are drawn for the plain ones. */
function plain(words: string): string {
  return words
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(
      /\u3002|\uFF61|\u2024|\u0701|\u0702|\u0660|\u06F0|\uA4F8|\u00B7|\u0589|\u2022|\u2027|\u2219|\u22C5|\u2E31|\u30FB|\uA78F|\u{10A50}|\u{1D16D}/gu,
      '.',
    )
    .replace(/[\u2044\u2215\u29F8]/gu, '/')
}

/** As a browser would ask for it. */
function asHost(text: string): string | undefined {
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return undefined
  }
}

/** The hosts that some words claim; a name that belongs to no known domain is not a claim. */
function claimedHosts(words: string): string[] {
  return writtenHosts(plain(words)).flatMap((written) => {
    const host = asHost(written)
    if (host === undefined) return []
    const isClaim = parse(host).isIcann === true || /^\d+(?:\.\d+){3}$/.test(written)
    return isClaim ? [host] : []
  })
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

/** Returns the mismatch between a link's words and its address; null = none. */
export function linkWarning(words: string, address: string): LinkWarning | null {
  const { hostname, username, password } = new URL(address)
  if (hasHidden(words)) return 'hidden'
  if (username !== '' || password !== '') return 'userinfo'
  const target = withoutWww(hostname)
  if (claimedHosts(words).some((host) => withoutWww(host) !== target)) return 'other-host'
  return hostname.split('.').some((label) => label.startsWith('xn--')) ? 'punycode' : null
}
