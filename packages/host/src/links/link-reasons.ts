import { LONG_LINK_PART, type LinkDoubt, type LinkReason } from '@gatehouse/domain/links'
import type { LinkTexts } from '../provenance/find-link-texts.ts'

interface Judged extends Pick<LinkTexts, 'texts' | 'isInChat' | 'isIncomplete'> {
  url: string
  doubt: LinkDoubt | undefined
  isRemembered: boolean
}

/** Of these a remembered host is asked about as well: the chat's text, what was not compared with it, and interfaces. */
const ALWAYS: ReadonlySet<LinkReason> = new Set([
  'found-text',
  'incomplete',
  'not-in-chat',
  'by-app',
])

/** The reasons to show an address of a chat before it is opened, the gravest first; empty: it opens at once. */
export function linkReasons(judged: Judged): LinkReason[] {
  const { texts, isInChat, isIncomplete, doubt, isRemembered } = judged
  const { hash, hostname, pathname, search } = new URL(judged.url)
  const holds: Record<LinkReason, boolean> = {
    'found-text': texts.length > 0,
    incomplete: isIncomplete,
    'not-in-chat': !isInChat,
    'by-app': doubt === 'by-app',
    'other-host': doubt === 'other-host',
    hidden: doubt === 'hidden',
    punycode: hostname.split('.').some((label) => label.startsWith('xn--')),
    query: search !== '',
    fragment: hash !== '',
    'long-path': pathname.length > LONG_LINK_PART,
    'long-host': hostname.length > LONG_LINK_PART,
  }
  return (Object.keys(holds) as LinkReason[]).filter(
    (reason) => holds[reason] && (!isRemembered || ALWAYS.has(reason)),
  )
}
