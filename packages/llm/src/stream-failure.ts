import { z } from 'zod'
import type { ModelFailure } from '@gatehouse/domain'
import { truncatedFailure } from './network-failure.ts'
import { sanitizeProviderMessage } from './provider-message.ts'
import { failureOfErrorResponse } from './provider-error.ts'
import type { Target } from './target.ts'

/** The SDK's errors, distinguished by name: their classes may exist in two copies. */
const apiCallError = z.object({
  name: z.literal('AI_APICallError'),
  responseBody: z.string().optional(),
})
const typeError = z.object({ name: z.literal('AI_TypeValidationError'), value: z.unknown() })
const anyError = z.object({ name: z.string(), message: z.string() })
const RESPONSE_FIELDS = ['choices', 'error', 'message', 'delta', 'content_block', 'candidates']
const unknownEvent = z
  .looseObject({})
  .refine((event) => !RESPONSE_FIELDS.some((field) => field in event))
const errorEvent = z.looseObject({ error: z.union([z.string(), z.looseObject({})]) })

export interface FailureContext {
  target: Target
  modelId: string
}

function inBand(body: unknown, { target, modelId }: FailureContext): ModelFailure {
  return failureOfErrorResponse({ status: undefined, body: JSON.stringify(body) }, target, modelId)
}

function invalidResponse({ target }: FailureContext, words: string): ModelFailure {
  const detail = sanitizeProviderMessage(words, target)
  return {
    code: 'invalid-response',
    message: `${target.host} sent something that is not a response of this API. Check the kind of provider and the base URL.`,
    ...(detail === '' ? {} : { detail }),
  }
}

/** The failure of an `error` part; `undefined` for an unknown kind of event that may be ignored. */
export function partFailure(error: unknown, about: FailureContext): ModelFailure | undefined {
  const shape = typeError.safeParse(error)
  if (shape.success) {
    if (errorEvent.safeParse(shape.data.value).success) return inBand(shape.data.value, about)
    if (unknownEvent.safeParse(shape.data.value).success) return undefined
    return invalidResponse(about, JSON.stringify(shape.data.value))
  }
  if (error instanceof Error) {
    return error.message.includes('without a finish')
      ? truncatedFailure(about.target)
      : invalidResponse(about, error.name === 'AI_JSONParseError' ? '' : error.message)
  }
  return inBand(error, about)
}

/** The failure for an error thrown by the stream or while it was opened. */
export function thrownFailure(error: unknown, about: FailureContext): ModelFailure {
  const call = apiCallError.safeParse(error)
  if (call.success) {
    const { responseBody } = call.data
    return responseBody === undefined
      ? truncatedFailure(about.target)
      : failureOfErrorResponse(
          { status: undefined, body: responseBody },
          about.target,
          about.modelId,
        )
  }
  const known = anyError.safeParse(error)
  if (known.success && known.data.name === 'TypeError') return truncatedFailure(about.target)
  return invalidResponse(about, known.success ? known.data.message : String(error))
}
