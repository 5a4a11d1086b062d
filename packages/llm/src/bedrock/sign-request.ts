import { readAwsCredentials, type AwsCredentials } from '@gatehouse/domain/models'
import type { Target } from '../target.ts'

/** A request in the form in which it is sent. */
interface UnsignedRequest {
  url: string
  method: string
  headers: Headers
  body: string
}

interface SigningScope {
  region: string
  service: string
  /** `YYYYMMDDTHHMMSSZ`; absent: now. */
  datetime?: string
}

/**
 * Returns the headers of a request with its signature: AWS Signature Version 4
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 */
export async function signedHeaders(
  { url, method, headers, body }: UnsignedRequest,
  credentials: AwsCredentials,
  scope: SigningScope,
): Promise<Headers> {
  const { AwsV4Signer } = await import('aws4fetch')
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const signer = new AwsV4Signer({
    url,
    method,
    headers,
    ...(body === '' ? {} : { body }),
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...scope,
  })
  return (await signer.sign()).headers
}

/**
 * Returns a request to Bedrock with its key: an API key as it is, AWS credentials as a signature. The body may not change
 * after that, so each attempt is signed when it is sent.
 */
export async function withBedrockKey(
  url: string,
  init: RequestInit,
  { key = '', region = '' }: Pick<Target, 'key' | 'region'>,
): Promise<RequestInit> {
  const headers = new Headers(init.headers)
  headers.delete('authorization')
  const credentials = readAwsCredentials(key)
  if (!credentials) {
    headers.set('authorization', `Bearer ${key}`)
    return { ...init, headers }
  }
  const body = typeof init.body === 'string' ? init.body : ''
  const request = { url, method: init.method ?? 'GET', headers, body }
  return {
    ...init,
    headers: await signedHeaders(request, credentials, { region, service: 'bedrock' }),
  }
}
