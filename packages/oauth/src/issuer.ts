/** True if two texts name one issuer. Many issuers write theirs with a closing slash in one place and without in another. */
export function isSameIssuer(one: string, other: string): boolean {
  return one === other || (nameOf(one) !== undefined && nameOf(one) === nameOf(other))
}

function nameOf(text: string): string | undefined {
  try {
    return new URL(text).href.replace(/\/$/, '')
  } catch {
    return undefined
  }
}
