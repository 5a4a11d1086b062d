import { z } from 'zod'
import { objectOfJson } from '../json/parse-json.ts'

/** The access key of an AWS identity; temporary ones have a session token. */
export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

const visible = z.string().regex(/^[\x21-\x7e]+$/)
const credentialsSchema = z.object({
  accessKeyId: visible.max(128),
  secretAccessKey: visible.max(1024),
  sessionToken: visible.max(4096).optional(),
})

/** Returns the credentials in the form in which they are kept as the key of a provider: one line of JSON. */
export function awsCredentialsKey({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: AwsCredentials): string {
  const token = sessionToken === undefined || sessionToken === '' ? {} : { sessionToken }
  return JSON.stringify({ accessKeyId, secretAccessKey, ...token })
}

/** Returns the credentials that a key holds; `undefined` for an API key. */
export function readAwsCredentials(key: string): AwsCredentials | undefined {
  if (!key.startsWith('{')) return undefined
  return credentialsSchema.safeParse(objectOfJson(key)).data
}

/** Returns the address of Bedrock's runtime in a region (https://docs.aws.amazon.com/general/latest/gr/bedrock.html). */
export function bedrockAddress(region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return `https://bedrock-runtime.${region}.${suffix}`
}
