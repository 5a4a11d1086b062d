import { isGatehouseError } from '@gatehouse/domain'

/** Words for a person about anything thrown; what is unforeseen stays in the log. */
export function errorMessage(error: unknown): string {
  return isGatehouseError(error) ? error.message : 'Something failed inside Gatehouse.'
}
