/** Host and path; a query or user name may hold a secret. */
export function redactUrl(url: string | URL): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
