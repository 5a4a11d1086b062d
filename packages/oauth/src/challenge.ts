import { processRevocationResponse, WWWAuthenticateChallengeError } from 'oauth4webapi'

/** The sign-in that a refused request asks for (RFC 6750, section 3; RFC 9728, section 5.1). */
export interface Challenge {
  error?: string | undefined
  /** The scopes that the request needs. */
  scopes: string[]
  resourceMetadata?: string | undefined
  /** The server takes tokens that are bound to a key (RFC 9449, section 7.1). */
  isBound: boolean
}

const MAX_SCOPES = 100
/** The library needs time in the square of what it reads. */
const MAX_CHARACTERS = 4000

/** The challenge of scheme Bearer or DPoP; `undefined` when the header holds none, or is too long. */
export async function readChallenge(header: string | undefined): Promise<Challenge | undefined> {
  if (header === undefined || header.length > MAX_CHARACTERS) return undefined
  const challenges = await challengesOf(header)
  const bound = challenges.find(({ scheme }) => scheme === 'dpop')
  const found = bound ?? challenges.find(({ scheme }) => scheme === 'bearer')
  if (!found) return undefined
  const { error, scope, resource_metadata: resourceMetadata } = found.parameters
  return { error, scopes: scopesOf(scope), resourceMetadata, isBound: bound !== undefined }
}

/** Scopes are words between spaces (RFC 6749, section 3.3). */
export function scopesOf(text: unknown): string[] {
  if (typeof text !== 'string') return []
  const words = text.split(' ').filter((word) => /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/.test(word))
  return [...new Set(words)].slice(0, MAX_SCOPES)
}

/** The library returns what it read of the header by an error alone. */
async function challengesOf(header: string) {
  try {
    const headers = { 'www-authenticate': header }
    await processRevocationResponse(new Response(null, { status: 401, headers }))
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError) return error.cause
  }
  return []
}
