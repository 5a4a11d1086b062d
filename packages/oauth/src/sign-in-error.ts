import { GatehouseError } from '@gatehouse/domain'

/**
 * Reason for which there is no sign-in. `refused`: the person did not want to; `denied`: the authorization server
 * returned `access_denied`; `unsafe`: an address or a response is not to be trusted; `unsupported`: the server
 * lacks a necessary feature; `unreachable`: it did not respond, and may later; `rejected`: it refused the request;
 * `locked`: the keychain cannot be read; `port-in-use`: another program listens where the browser was to come back
 * (`data.address`).
 */
export type SignInProblem =
  | 'refused'
  | 'denied'
  | 'timed-out'
  | 'unsafe'
  | 'unsupported'
  | 'unreachable'
  | 'rejected'
  | 'locked'
  | 'port-in-use'

/**
 * An error `sign-in/…`. The message holds nothing that came over the wire but what
 * {@link displayableErrorCode} lets through; `data.said` has the service's own words.
 */
export function signInError(
  problem: SignInProblem,
  message: string,
  options: { cause?: unknown; data?: Record<string, unknown> } = {},
): GatehouseError {
  return new GatehouseError(`sign-in/${problem}`, message, options)
}

export function tokenRejected(serverName: string): GatehouseError {
  return signInError('rejected', `${serverName} does not accept the token that it was given.`)
}

/** Characters of a service's own words that are kept. */
const MAX_WORDS = 300

/** The words of a service about its refusal, bounded, on one line: to be shown as its words. Nothing where it says nothing. */
export function serviceWords(text: unknown): { said?: string } {
  if (typeof text !== 'string') return {}
  const said = onOneLine(text.slice(0, 4 * MAX_WORDS).replace(/<[^<>]{0,200}>/g, ' '))
  return said === '' ? {} : { said }
}

/** A text of a service, bounded and without characters that hide or reorder others. */
function onOneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS)
}

/** The value of a field that was expected, and the one that came; `of` says where, if not in metadata. */
export function mismatch(
  field: string,
  { expected, found, of }: { expected: string; found: unknown; of?: 'response' | 'client' },
): Record<string, unknown> {
  return {
    ...(of === undefined ? {} : { of }),
    field,
    expected,
    found: typeof found === 'string' ? onOneLine(found.slice(0, 1000)) : null,
  }
}

/** An error code of OAuth as it may be shown: `access_denied` and the like, never a sentence. */
export function displayableErrorCode(text: unknown): string {
  return typeof text === 'string' && /^[a-z0-9_.-]{1,64}$/i.test(text) ? text : 'unknown'
}
