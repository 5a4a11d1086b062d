import { z } from 'zod'
import { storedValueSchema } from '../servers/server.ts'

/** Headers of one provider, and characters of a name and a value. */
export const PROVIDER_HEADER_LIMITS = { count: 20, name: 128, value: 4096 } as const

/** Headers that a request sets itself, that would change its receiver, or that HTTP clients refuse. */
const FORBIDDEN =
  /^(?:host|content-.*|connection|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|expect|cookie2?|set-cookie2?|date|dnt|via|origin|accept-(?:charset|encoding)|access-control-.*|__proto__)$/

/** Reason for which a header cannot be sent: `key` = the provider's key is sent in it. */
export type HeaderIssue = 'name' | 'forbidden' | 'key' | 'repeated' | 'value'

interface TypedHeader {
  name: string
  /** `null`: the secret that is kept. */
  value: string | null
}

/** The fault of a provider's header; undefined: none. `others`: the headers before it. */
export function headerIssue(
  { name, value }: TypedHeader,
  { hasKey, others }: { hasKey: boolean; others: readonly Pick<TypedHeader, 'name'>[] },
): HeaderIssue | undefined {
  const { length } = name
  if (length > PROVIDER_HEADER_LIMITS.name || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    return 'name'
  const small = name.toLowerCase()
  if (FORBIDDEN.test(small)) return 'forbidden'
  if (hasKey && small === 'authorization') return 'key'
  if (others.some((other) => other.name.toLowerCase() === small)) return 'repeated'
  if (value === null) return undefined
  const isSendable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)
  return value.length <= PROVIDER_HEADER_LIMITS.value && isSendable ? undefined : 'value'
}

/** `value: null` keeps the secret that is stored under this name. */
export const providerHeaderDraftSchema = z.object({
  name: z.string().min(1).max(PROVIDER_HEADER_LIMITS.name),
  value: z.string().max(PROVIDER_HEADER_LIMITS.value).nullable(),
  secret: z.boolean(),
})
export type ProviderHeaderDraft = z.infer<typeof providerHeaderDraftSchema>

/** A header as it is stored: a secret value is in the keychain. */
export const providerHeaderSchema = z.object({ name: z.string(), value: storedValueSchema })
export type ProviderHeader = z.infer<typeof providerHeaderSchema>
