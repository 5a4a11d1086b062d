import { APP_LINK_SCHEME } from '../servers/redirect-uri.ts'

/** The place of a message: its chat, its turn, and the entry of that turn. */
export interface MessageRef {
  conversationId: string
  turnId: string
  entryId: string
}

const PREFIX = `${APP_LINK_SCHEME}:/message/`
/** As in `identifierSchema`. */
const identifier = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}'
const place = new RegExp(`^(${identifier})/(${identifier})/(${identifier})$`)

/** `app.gatehouse.desktop:/message/CHAT/TURN/ENTRY`, which Gatehouse shows as a button that leads there. */
export function messageLink({ conversationId, turnId, entryId }: MessageRef): string {
  return PREFIX + [conversationId, turnId, entryId].join('/')
}

/** The place that a link names, whether or not it exists; null for anything else. */
export function readMessageLink(link: string): MessageRef | null {
  if (!link.startsWith(PREFIX)) return null
  const [, conversationId, turnId, entryId] = place.exec(link.slice(PREFIX.length)) ?? []
  if (conversationId === undefined || turnId === undefined || entryId === undefined) return null
  return { conversationId, turnId, entryId }
}

/** A text in which each link to a message stands apart. */
export function splitAtMessageLinks(text: string): (string | MessageRef)[] {
  const [before = '', ...rest] = text.split(PREFIX)
  const parts: (string | MessageRef)[] = [before]
  for (const after of rest) {
    const [ids = ''] = /^[A-Za-z0-9_/-]{0,200}/.exec(after) ?? []
    const found = readMessageLink(PREFIX + ids)
    if (found) parts.push(found, after.slice(ids.length))
    else parts.push(PREFIX + after)
  }
  return parts.filter((part) => part !== '')
}
