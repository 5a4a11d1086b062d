import { networkZoneOf, reachableZones } from '@gatehouse/domain/launch'
import { signInError } from './sign-in-error.ts'

/**
 * Which addresses a server may lead to. One that is elsewhere may not lead to this computer or into a
 * private network; no one leads to where a cloud hands out a machine's own credentials.
 */
export interface AddressPolicy {
  mayReach(address: string): boolean
  /**
   * The address, if it may be asked or opened: https, or http on this computer where the server is on it
   * too; without a name, a password or a fragment. Throws `sign-in/unsafe`.
   */
  checked(text: unknown, what: string): URL
}

const MAX_CHARACTERS = 2048

export function addressPolicyFor(serverUrl: string): AddressPolicy {
  const allowed = reachableZones(networkZoneOf(new URL(serverUrl).hostname))
  const mayReach = (address: string): boolean => allowed.includes(networkZoneOf(address))
  return {
    mayReach,
    checked(text, what) {
      const url = parse(text)
      if (!url) throw unsafe(what, 'it is not a complete address')
      if (url.username !== '' || url.password !== '')
        throw unsafe(what, 'it holds a user name or password')
      if (url.hash !== '') throw unsafe(what, 'it holds a fragment')
      if (!mayReach(url.hostname))
        throw unsafe(what, `${url.host} is on this computer or in a private network`)
      const isLocal = networkZoneOf(url.hostname) === 'this-machine'
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
        throw unsafe(what, 'it is not https')
      return url
    },
  }
}

/** True if others on the network could read and change what is sent to this address. */
export function isPlaintext(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && networkZoneOf(hostname) !== 'this-machine'
}

function parse(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > MAX_CHARACTERS) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

function unsafe(what: string, why: string): Error {
  return signInError('unsafe', `The address of ${what} is not used: ${why}.`, {
    data: { what, why },
  })
}
