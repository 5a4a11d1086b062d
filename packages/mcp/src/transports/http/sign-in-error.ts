import { isGatehouseError, type GatehouseError } from '@gatehouse/domain'

/** Whether a request was not sent, or not sent again, because nobody could be signed in. */
export function isSignInError(error: unknown): error is GatehouseError {
  return isGatehouseError(error) && error.code.startsWith('sign-in/')
}
