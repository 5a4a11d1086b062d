/** Tokens that are obtained directly, with the word of an identity provider where the person has none in a file. */
import { isGatehouseError } from '@gatehouse/domain'
import type { Identity, Tokens } from './account.ts'
import {
  exchangeIdToken,
  obtainDirectly,
  type DirectGrantOptions,
  type DirectRequest,
} from './non-interactive-grants.ts'
import {
  obtainIdentities,
  type IdentifyOptions,
  type IdentityRequest,
} from './enterprise-identity.ts'

/** Errors of an invalid ID token (RFC 6749, section 5.2; RFC 8693, section 2.2.2). */
const NOT_TAKEN = new Set<unknown>(['invalid_grant', 'invalid_request'])

/**
 * The identity from the provider is returned, and kept before it is used. `identity`: `undefined` = none was used.
 * Rejects with `sign-in/…`.
 */
export async function obtainWithProviderIdentity(
  request: DirectRequest,
  { kept }: Pick<IdentityRequest, 'kept'>,
  options: DirectGrantOptions & IdentifyOptions,
): Promise<{ tokens: Tokens; identity: Identity | undefined }> {
  const { given } = request
  if (given.grant !== 'enterprise' || given.assertion)
    return { tokens: await obtainDirectly(request, options), identity: undefined }
  let refused: unknown
  for await (const { identity, server } of obtainIdentities(
    { provider: given.provider, kept },
    options,
  )) {
    options.onSecrets([identity.token])
    const exchanged = await exchangeIdToken(
      identity.token,
      { ...request, given, provider: server },
      options,
    ).catch((error: unknown) => {
      if (!isNotTaken(error)) throw error
      refused = error
      return undefined
    })
    if (exchanged === undefined) continue
    return { tokens: await obtainDirectly({ ...request, assertion: exchanged }, options), identity }
  }
  throw refused
}

function isNotTaken(error: unknown): boolean {
  return isGatehouseError(error) && NOT_TAKEN.has(error.data['error'])
}
