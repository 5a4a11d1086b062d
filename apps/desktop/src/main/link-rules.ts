import { GatehouseError } from '@gatehouse/domain'
import { isThisMachine } from '@gatehouse/domain/launch'

export const MAX_LINK_CHARACTERS = 8192

/**
 * The address as it may be given to the system's browser.
 * Throws `link/refused` for anything but an http(s) address without a name or password in it.
 */
export function readExternalLink(text: string): string {
  if (text.length > MAX_LINK_CHARACTERS) {
    throw refuse(`it is longer than ${MAX_LINK_CHARACTERS} characters`)
  }
  const url = parse(text)
  if (!url) throw refuse('it is not a complete address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`only http and https are opened, not ${url.protocol.slice(0, 40)}`)
  }
  if (url.username !== '' || url.password !== '') throw refuse('it holds a user name or password')
  if (url.href.length > MAX_LINK_CHARACTERS) {
    throw refuse(`it is longer than ${MAX_LINK_CHARACTERS} characters`)
  }
  return url.href
}

/**
 * The same for an address that a server wants opened: only https, or http on this machine (MCP
 * 2025-11-25, client/elicitation, "Safe URL Handling"). Throws `link/refused`.
 */
export function readServerLink(text: string): string {
  const link = readExternalLink(text)
  const { protocol, hostname } = new URL(link)
  if (protocol !== 'https:' && !isThisMachine(hostname))
    throw refuse('a server may only ask for https, or for http on this machine')
  return link
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function refuse(reason: string): GatehouseError {
  return new GatehouseError('link/refused', `The link was not opened: ${reason}.`, {
    data: { reason },
  })
}
