import { headerIssue, readAwsCredentials } from '@gatehouse/domain/models'
import { withoutTrailing } from '@gatehouse/domain/text'
import type { EndpointHeader, ModelEndpoint } from '@gatehouse/host/ports'
import { modelFailed } from './errors/model-error.ts'
import { parseUrl } from './parse-url.ts'

/** The checked address of requests, with what messages about it need so that they reveal no secret. */
export interface Target {
  kind: ModelEndpoint['kind']
  /** Without a closing slash, e.g. `https://api.example.com/v1`. */
  baseUrl: string
  /** Azure's; absent: its v1 API. */
  apiVersion?: string | undefined
  /** The AWS region that requests to Bedrock are signed for. */
  region?: string | undefined
  /** Host and port, for messages. */
  host: string
  key: string | undefined
  /** Sent with every request beside the key. */
  headers?: readonly EndpointHeader[] | undefined
  /** Hides the key in all its encoded forms. */
  hide?: ((text: string) => string) | undefined
}

const PASTED_ROUTES = /\/(?:chat\/completions|completions|messages|responses|models)$/

/** Paths at the end of an Azure address that was copied from its portal. */
const AZURE_ROUTES = /\/openai(?:\/v1|\/deployments(?:\/[^/]+)?)?$/

/** The version that an address without a path gets. */
const VERSIONS: Partial<Record<ModelEndpoint['kind'], string>> = {
  'amazon-bedrock': '',
  google: '/v1beta',
}

function invalid(message: string): never {
  throw modelFailed({ code: 'bad-request', message })
}

/**
 * Checks an endpoint and makes its base URL one that routes can be appended to: an address without
 * a path gets `/v1` (Gemini's `/v1beta`), a pasted route is taken off. Azure's ends with `/openai`.
 *
 * @throws `model/failed` (`bad-request`, `key-refused`) before anything is sent.
 */
export function targetOf(endpoint: ModelEndpoint): Target {
  const url = parseUrl(endpoint.baseUrl) ?? invalid('The base URL of the model is not a URL.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    invalid('The base URL of a model has to start with https:// or http://.')
  }
  if (url.username !== '' || url.password !== '') {
    invalid(`Take the user name and password out of the URL of ${url.host}; use the key field.`)
  }
  const key = endpoint.key === '' ? undefined : endpoint.key
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw modelFailed({
      code: 'key-refused',
      message: `The key for ${url.host} holds a space, a line break or a sign that no key has. Paste it again.`,
    })
  }
  // A secret access key signs requests; it is never sent.
  if (endpoint.kind !== 'amazon-bedrock' && key !== undefined && readAwsCredentials(key))
    invalid(`The key for ${url.host} is an AWS access key. It is used with Amazon Bedrock only.`)
  const headers = endpoint.headers ?? []
  for (const [at, header] of headers.entries())
    if (headerIssue(header, { hasKey: key !== undefined, others: headers.slice(0, at) }))
      invalid(`A header for ${url.host} cannot be sent. Change it in Settings, Models.`)
  const pathname = url.pathname.replaceAll(/\/{2,}/g, '/')
  const path = withoutTrailing(pathname, '/').replace(PASTED_ROUTES, '')
  return {
    kind: endpoint.kind,
    baseUrl: `${url.origin}${versioned(path, endpoint.kind)}`,
    ...(endpoint.apiVersion === undefined ? {} : { apiVersion: endpoint.apiVersion }),
    ...(endpoint.region === undefined ? {} : { region: endpoint.region }),
    host: url.host,
    key,
    ...(headers.length === 0 ? {} : { headers }),
    hide: endpoint.hide,
  }
}

function versioned(path: string, kind: ModelEndpoint['kind']): string {
  if (kind === 'azure-openai') return `${path.replace(AZURE_ROUTES, '')}/openai`
  return path === '' ? (VERSIONS[kind] ?? '/v1') : path
}
