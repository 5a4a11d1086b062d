/** Paths and queries can hold secrets, so logs get the origin only. */
export function originOf(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  } catch {
    return 'no address'
  }
}
