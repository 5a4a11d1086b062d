import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import {
  objectOfJson,
  type ConnectionFailure,
  type GatehouseError,
  type ProtocolPreference,
} from '@gatehouse/domain'
import { normalizeMessage } from '../../message-parsing/normalize-message.ts'
import { handshakeFailure } from '../handshake/handshake-failure.ts'
import { CaFileError } from '../../system/network/certificate-authorities.ts'
import { ProxyFailure } from '../../system/network/choose-proxy.ts'
import { causesOf, networkCode, TLS_CODE } from '../../system/network/network-error.ts'
import { InvalidResponseError } from '../../transports/http/response-body.ts'
import { isResponseUnreadable } from '../../message-parsing/unusable-response.ts'
import { redactUrl } from '../../system/network/redact-url.ts'
import { isSignInError } from '../../transports/http/authorized-fetch.ts'

/** Characters of an error body that are shown. */
const SHOWN_BODY = 300

/** Returns the failure of a server at a URL that could not be reached or did not shake hands. */
export function httpFailure(
  serverName: string,
  { url, wanted }: { url: string; wanted: ProtocolPreference },
  error: unknown,
): ConnectionFailure {
  const place = redactUrl(url)
  const causes = causesOf(error)
  const settingFailure = causes
    .map((cause) => networkSettingFailure(serverName, place, cause))
    .find(Boolean)
  if (settingFailure) return settingFailure
  const signIn = causes.find(isSignInError)
  if (signIn) return signInFailure(signIn)
  const http = causes.find((cause) => cause instanceof SdkHttpError)
  if (http instanceof SdkHttpError) return statusFailure(serverName, place, http)
  const invalid = causes.find((cause) => cause instanceof InvalidResponseError)
  if (invalid instanceof InvalidResponseError)
    return badOutput(serverName, place, invalid.body || invalid.message)
  if (causes.some(isResponseUnreadable))
    return badOutput(serverName, place, causes[0]?.message ?? '')
  const code = networkCode(error)
  if (code !== undefined) return networkFailure(serverName, place, code)
  if (causes.some(isUnreadable)) return badOutput(serverName, place, causes[0]?.message ?? '')
  return handshakeFailure({ name: serverName, wanted, lastLines: [] }, error)
}

function signInFailure({ code, message, data }: GatehouseError): ConnectionFailure {
  const { address, said, of, field, expected, found } = data
  const isMismatch = typeof field === 'string' && typeof expected === 'string'
  return {
    code: 'sign-in-needed',
    detail: code,
    message,
    ...(typeof address === 'string' ? { address } : {}),
    ...(typeof said === 'string' ? { said } : {}),
    ...(isMismatch
      ? {
          mismatch: {
            of: of === 'response' || of === 'client' ? of : 'metadata',
            field,
            expected,
            found: typeof found === 'string' ? found : null,
          },
        }
      : {}),
    lastLines: [],
  }
}

function isUnreadable(error: Error): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.ClientHttpUnexpectedContent
  return error.name === 'SyntaxError' || error.name === 'ZodError' || error.name === '$ZodError'
}

function badOutput(serverName: string, place: string, body: string): ConnectionFailure {
  return {
    code: 'bad-output',
    detail: body.slice(0, SHOWN_BODY),
    message: `${serverName} at ${place} responded with something that is not a protocol message. Check that the URL is that of an MCP endpoint; many end in /mcp.`,
    lastLines: [],
  }
}

function statusFailure(serverName: string, place: string, error: SdkHttpError): ConnectionFailure {
  const { status } = error
  const text = typeof error.data.text === 'string' ? error.data.text : ''
  const base = { status, detail: (text || error.message).slice(0, SHOWN_BODY), lastLines: [] }
  if (status === 401)
    return {
      ...base,
      code: 'sign-in-needed',
      message: `${serverName} at ${place} asks for a sign-in (HTTP 401). Add a header with a key that it accepts.`,
    }
  if (status >= 300 && status < 400)
    return {
      ...base,
      code: 'redirected',
      detail: error.message.slice(0, SHOWN_BODY),
      message: `${serverName} at ${place} sends requests on to another address, which is not followed. Set the new address if you trust it.`,
    }
  // An MCP endpoint answered: its words say more than advice about the address.
  const words = protocolWords(text)
  return {
    ...base,
    code: 'http-status',
    message: `${serverName} at ${place} responded with HTTP ${status}${words === undefined ? `. ${statusAdvice(status)}` : `: ${words}`}`,
  }
}

/** The words of a JSON-RPC error in a body. */
function protocolWords(text: string): string | undefined {
  const message = normalizeMessage(objectOfJson(text))
  const { error, jsonrpc } = (message ?? {}) as { error?: unknown; jsonrpc?: unknown }
  if (jsonrpc === undefined || typeof error !== 'object' || error === null) return undefined
  const words = 'message' in error ? error.message : undefined
  return typeof words === 'string' && words !== '' ? words.slice(0, SHOWN_BODY) : undefined
}

function statusAdvice(status: number): string {
  if (status === 403) return 'The key or account that is used is not allowed in.'
  if (status === 404 || status === 405)
    return 'Check the URL: there is no MCP endpoint of this kind at this address.'
  if (status === 429) return 'It is asked too often; try again later.'
  if (status === 408) return 'It waited too long for the request; try again later.'
  return status >= 500
    ? 'Something is wrong on its side; try again later.'
    : 'Check the URL and the headers.'
}

function networkFailure(serverName: string, place: string, code: string): ConnectionFailure {
  if (TLS_CODE.test(code))
    return {
      code: 'tls',
      detail: code,
      message: `${serverName} at ${place} could not be trusted: its certificate was refused (${code}). ${tlsAdvice(code)}`,
      lastLines: [],
    }
  return {
    code: 'unreachable',
    detail: code,
    message: `${serverName} at ${place} could not be reached (${code}). ${networkAdvice(code)}`,
    lastLines: [],
  }
}

function tlsAdvice(code: string): string {
  return /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)/.test(code)
    ? "If your organisation has a certificate authority of its own, give its file in the server's settings."
    : 'Check the address and the date of this computer.'
}

function networkAdvice(code: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'Nothing listens at this address: start the server, or check the port.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name is unknown: check the spelling and the network.'
    case 'BAD_PORT':
      return 'This port belongs to another service and is never used for HTTP: choose another.'
    default:
      return 'Check the network and the address.'
  }
}

/** The failure of a proxy or a file with certificates; `undefined` for any other error. */
function networkSettingFailure(
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
      return 'It asks for a user name and password (HTTP 407): give them in the settings of the server, or in Settings, Network.'
    case 'PASSWORD':
      return 'Its password cannot be read from the keychain: unlock the keychain, or enter the password again in Settings, Network.'
    case '403':
      return 'It does not allow this address (HTTP 403): ask who runs it, or choose another way.'
    case 'SOCKS':
      return 'It is a SOCKS proxy, which is not supported: give an HTTP proxy in the settings of the server, or none.'
    case 'INVALID':
      return 'This is not an address of a proxy: correct it where proxies are set.'
    case 'ECONNREFUSED':
      return 'Nothing listens there (ECONNREFUSED): check where proxies are set, or choose none for this server.'
    default:
      return /^\d+$/.test(reason)
        ? `It responded with HTTP ${reason}: the address may be unknown to it, or the server down.`
        : `The proxy itself could not be reached (${reason}): check its address and the network.`
  }
}
