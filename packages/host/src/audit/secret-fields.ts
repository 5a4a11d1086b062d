import { looksSecret, type JsonValue } from '@gatehouse/domain'
import {
  asksForSecret,
  secretFields,
  type ElicitationRequest,
} from '@gatehouse/domain/server-requests'

type Form = Extract<ElicitationRequest, { mode: 'form' }>

/**
 * Returns a test for values that may be secret: by field, by the form's own declaration, or by the value's look.
 */
export function secretTest(request: Form): (name: string, value: JsonValue) => boolean {
  const secrets = new Set(secretFields(request.requestedSchema))
  const isAllSecret = asksForSecret('', { description: request.message })
  return (name, value) =>
    secrets.has(name) ||
    (isAllSecret && typeof value !== 'boolean') ||
    [value]
      .flat()
      .some((one) => looksSecret('', typeof one === 'object' ? JSON.stringify(one) : String(one)))
}
