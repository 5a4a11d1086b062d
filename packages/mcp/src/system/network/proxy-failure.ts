/** The proxy stood in the way; the server itself was not reached. */
export class ProxyFailure extends Error {
  readonly code = 'proxy-failure'
  /** Host and port of the proxy. */
  readonly place: string
  /** A network code such as `ECONNREFUSED`, an HTTP status as text, `SOCKS` or `INVALID`. */
  readonly reason: string

  constructor(place: string, reason: string, cause?: unknown) {
    super(`The proxy ${place} could not be used (${reason}).`, { cause })
    this.name = 'ProxyFailure'
    this.place = place
    this.reason = reason
  }
}
