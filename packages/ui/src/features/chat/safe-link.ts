/** The address as a browser would go to it (host in punycode), or null for anything but http and https. */
export function webAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}
