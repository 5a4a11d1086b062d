import type { ConnectionFailure } from '@gatehouse/domain'
import { CaFileError } from './authorities.ts'
import { ProxyFailure } from './proxy-failure.ts'

/** What stood between this computer and the server; `undefined` for any other error. */
export function wayFailure(
  serverName: string,
  place: string,
  error: unknown,
): ConnectionFailure | undefined {
  if (error instanceof CaFileError)
    return {
      code: 'ca-file',
      detail: `${error.file} (${error.reason})`,
      message: `${serverName} was not asked: the file with certificate authorities, \`${error.file}\`, ${caProblem(error.reason)}. Choose a PEM file in the server's settings, or none.`,
      lastLines: [],
    }
  if (!(error instanceof ProxyFailure)) return undefined
  const status = /^\d+$/.test(error.reason) ? { status: Number(error.reason) } : {}
  return {
    code: 'proxy',
    ...status,
    detail: `${error.place} (${error.reason})`,
    message: `${serverName} at ${place} could not be reached through the proxy ${error.place}. ${proxyAdvice(error.reason)}`,
    lastLines: [],
  }
}

function caProblem(reason: string): string {
  switch (reason) {
    case 'ENOENT':
      return 'is not there'
    case 'EACCES':
      return 'may not be read'
    case 'EMPTY':
      return 'holds no certificate'
    case 'INVALID':
      return 'holds a certificate that cannot be read'
    case 'TOO_LARGE':
      return 'is too large'
    default:
      return `cannot be read (${reason})`
  }
}

function proxyAdvice(reason: string): string {
  switch (reason) {
    case '407':
      return 'It asks for a user name and password (HTTP 407): give them in the settings of the server.'
    case '403':
      return 'It does not allow this address (HTTP 403): ask who runs it, or choose another way.'
    case 'SOCKS':
      return 'It is a SOCKS proxy, which is not supported: give an HTTP proxy in the settings of the server, or none.'
    case 'INVALID':
      return 'This is no address of a proxy: correct it where proxies are set.'
    case 'ECONNREFUSED':
      return 'Nothing listens there (ECONNREFUSED): check where proxies are set, or choose none for this server.'
    default:
      return /^\d+$/.test(reason)
        ? `It answered with HTTP ${reason}: the address may be unknown to it, or the server down.`
        : `The proxy itself could not be reached (${reason}): check its address and the network.`
  }
}
