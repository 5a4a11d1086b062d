import { objectOfJson, type JsonBudget, type JsonObject } from '@gatehouse/domain'

/** A document of OAuth: a JSON object. A member that is null is absent, as RFC 8414, section 2, has no other way to say so. */
export function readOAuthDocument(
  text: string,
  options: { budget?: JsonBudget } = {},
): JsonObject | undefined {
  const found = objectOfJson(text, options)
  if (!found) return undefined
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null))
}
