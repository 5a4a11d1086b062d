import type { ModelFailure } from '@gatehouse/domain'
import { errorWords, type ErrorWords } from './error-words.ts'
import { isMinuteQuota } from './google-quota.ts'
import { looksLikePage, pageText, sanitizeProviderMessage } from './provider-message.ts'
import type { Target } from './target.ts'

/** A response with an error in it: by status, or inside a stream whose status was 200. */
export interface ErrorResponse {
  status: number | undefined
  body: string
  retryAfterSeconds?: number | undefined
}

function wordsOf(body: string): ErrorWords {
  if (looksLikePage(body)) return { text: pageText(body), marks: '', status: undefined }
  return errorWords(body) ?? { text: '', marks: '', status: undefined }
}

const CONTEXT =
  /context.{0,20}(?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? the (?:available )?context|input (?:is )?too long|request too large|exceeds the maximum number of tokens/i
const TOOLS =
  /(?:not|n't) support (?:tools|tool|function)|no endpoints found that support tool|tools?\b.{0,40}(?:not supported|unsupported|not available)|enable-auto-tool-choice|requires --jinja|function calling is not (?:enabled|supported)/i
const QUOTA =
  /insufficient_quota|exceeded your current quota|credit balance|billing|out of credits|insufficient (?:account )?(?:balance|credits?|funds)|arrear|余额不足|欠费/i
const FILTERED =
  /content.?filter|content management policy|moderation|was flagged|safety system|responsibleai|data_inspection_failed|inappropriate content|敏感|违规/i
const DATA_POLICY = /data policy|zero data retention|privacy settings/i
const REGION =
  /unsupported_country|(?:country|region|territory|location).{0,40}(?:not (?:supported|available|allowed)|unsupported)|not available in your (?:country|region)/i
/** Google refuses a key with 400. */
const BAD_KEY = /api key (?:not valid|expired|not found)|api_key_invalid/i
const NO_MODEL = /model/i

type Code = ModelFailure['code']

/** Reads the cause of a refusal that no status tells. */
function causeByWords({ text, marks }: ErrorWords): Code | undefined {
  const all = `${marks} ${text}`
  if (DATA_POLICY.test(all)) return 'data-policy'
  if (REGION.test(all)) return 'region-unsupported'
  return FILTERED.test(all) ? 'filtered' : undefined
}

function codeByWords(words: ErrorWords): Code | undefined {
  const { text, marks } = words
  if (marks.includes('context_length') || CONTEXT.test(text)) return 'context-too-long'
  if (TOOLS.test(text)) return 'tools-unsupported'
  if (QUOTA.test(`${marks} ${text}`)) return 'quota-exhausted'
  if (BAD_KEY.test(text)) return 'key-refused'
  if (/rate_limit|resource_exhausted/.test(marks)) return 'rate-limited'
  if (/overloaded/.test(`${marks} ${text.toLowerCase()}`) || /\bunavailable\b/.test(marks))
    return 'overloaded'
  if (/invalid_api_key|authentication_error|unauthenticated/.test(marks)) return 'key-refused'
  if (/model_not_found/.test(marks)) return 'model-not-found'
  return causeByWords(words)
}

function codeOf(refusal: ErrorResponse, words: ErrorWords, hasKey: boolean): Code {
  const status = refusal.status ?? words.status
  if (status === undefined && looksLikePage(refusal.body)) return 'invalid-response'
  if (status === undefined) return codeByWords(words) ?? 'server-error'
  if (status === 401) return hasKey ? 'key-refused' : 'key-missing'
  if (status === 402) return 'quota-exhausted'
  if (status === 413) return 'context-too-long'
  if (status === 429) {
    const isQuota = QUOTA.test(`${words.marks} ${words.text}`)
    return isQuota && !isMinuteQuota(refusal.body) ? 'quota-exhausted' : 'rate-limited'
  }
  if (status === 503 || status === 529) return 'overloaded'
  if (status >= 500) return codeByWords(words) ?? 'server-error'
  if (looksLikePage(refusal.body)) return 'invalid-response'
  if (status === 403) return causeByWords(words) ?? 'key-refused'
  if (status === 404) return codeOfNotFound(words)
  return codeByWords(words) ?? 'bad-request'
}

/** Gateways respond with 404 to whatever no provider of theirs can do. */
function codeOfNotFound(words: ErrorWords): Code {
  if (TOOLS.test(words.text)) return 'tools-unsupported'
  return (
    causeByWords(words) ??
    (NO_MODEL.test(`${words.marks} ${words.text}`) ? 'model-not-found' : 'bad-request')
  )
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} seconds`
  return seconds < 5400
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3600)} hours`
}

function messageFor(
  code: Code,
  refusal: ErrorResponse,
  about: { host: string; model: string },
): string {
  const { host, model } = about
  const status = refusal.status
  const responseStatus = status === undefined ? '' : ` (${status})`
  const wait = refusal.retryAfterSeconds
  switch (code) {
    case 'key-missing':
      return `${host} wants a key${responseStatus}, and none is set. Add one in Settings, Models.`
    case 'key-refused':
      return refusal.status === 403
        ? `${host} does not allow this with the key that is set (403). Check what the key may use.`
        : `${host} refused the key${responseStatus}. Check it, or enter a new one in Settings, Models.`
    case 'model-not-found':
      return `${host} has no model ${model}${responseStatus}. Choose another model, or check that it is installed.`
    case 'rate-limited':
      return `${host} takes no more requests for now${responseStatus}. Try again in ${wait === undefined ? 'a while' : inWords(wait)}.`
    case 'quota-exhausted':
      return `The quota or credit of this key at ${host} is used up${responseStatus}. Check the plan and billing there.`
    case 'overloaded':
      return `${host} is overloaded or still starting${responseStatus}. Try again in a moment.`
    case 'context-too-long':
      return `The conversation is too long for ${model}${responseStatus}. Retry to leave out more of it, unpin messages, take attachments out, use fewer tools, or choose a model with a larger context.`
    case 'tools-unsupported':
      return `${model} at ${host} cannot use tools${responseStatus}. Choose a model that can, or switch the servers off for this chat.`
    case 'invalid-response':
      return `${host} sent a web page instead of an API response${responseStatus}. A proxy may stand in between, or the base URL is wrong.`
    case 'filtered':
      return `${host} refused the message for its content${responseStatus}. Change the message, or choose another model.`
    case 'data-policy':
      return `No provider behind ${host} fits your data policy there${responseStatus}. Change the privacy settings of your account at ${host}, or choose another model.`
    case 'region-unsupported':
      return `${host} does not offer this model in your country or region${responseStatus}. Choose another provider.`
    case 'bad-request':
      return refusal.status === 404
        ? `${host} has nothing at this address (404). Check the base URL; most end with /v1.`
        : `${host} did not take the request${responseStatus}.`
    default:
      return `${host} had an error while processing the request${responseStatus}. Try again.`
  }
}

/** The failure that a refused request means, with the provider's own message. */
export function failureOfErrorResponse(
  refusal: ErrorResponse,
  target: Target,
  modelId: string | undefined,
): ModelFailure {
  const words = wordsOf(refusal.body)
  const code = codeOf(refusal, words, target.key !== undefined)
  const status = refusal.status ?? words.status
  const detail = sanitizeProviderMessage(words.text, target)
  const about = {
    host: target.host,
    model: modelId === undefined ? 'the model' : sanitizeProviderMessage(modelId, target),
  }
  return {
    code,
    message: messageFor(code, { ...refusal, status }, about),
    ...(status === undefined ? {} : { status }),
    ...(refusal.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: refusal.retryAfterSeconds }),
    ...(detail === '' ? {} : { detail }),
  }
}
