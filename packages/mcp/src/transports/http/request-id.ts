import { valueOfJson } from '@gatehouse/domain'

/** Characters of a request's body in which its id is looked for. */
const MAX_LOOKED_AT = 1_048_576

/** The id of the request that a body holds. */
export function requestIdOf(body: unknown): string | number | undefined {
  if (typeof body !== 'string' || body.length > MAX_LOOKED_AT) return undefined
  const message = valueOfJson(body)
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined
  const { id } = message
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
