import type { ModelFailure } from '@gatehouse/domain'
import { bodyWords, type ErrorWords } from './error-words.ts'
import { isMinuteQuota } from './google-quota.ts'
import { looksLikePage, pageText, sanitizeProviderMessage } from '../provider-message.ts'
import type { Target } from '../target.ts'

/** A response with an error in it: by status, or inside a stream whose status was 200. */
export interface ErrorResponse {
  status: number | undefined
  body: string
  retryAfterSeconds?: number | undefined
}

function wordsOf(body: string): ErrorWords {
  if (looksLikePage(body)) return { text: pageText(body), marks: '', status: undefined }
  return bodyWords(body)
}

const CONTEXT =
  /context.{0,20}(?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? the (?:available )?context|input (?:is )?too long|request too large|exceeds the maximum number of tokens/i
const TOOLS =
  /(?:not|n't) support (?:tools|tool|function)|no endpoints found that support tool|tools?\b.{0,40}(?:not supported|unsupported|not available)|enable-auto-tool-choice|requires --jinja|function calling is not (?:enabled|supported)/i
const QUOTA =
  /insufficient_quota|exceeded your current quota|credit balance|billing|out of credits|insufficient (?:account )?(?:balance|credits?|funds)|arrear|余额不足|欠费/i
const NO_CREDIT =
  /credit balance|out of credits|insufficient (?:account )?(?:balance|credits?|funds)|arrear|余额不足|欠费/i
const FILTERED =
  /content.?filter|content management policy|moderation|was flagged|safety system|responsibleai|data_inspection_failed|inappropriate content|敏感|违规/i
const DATA_POLICY = /data policy|zero data retention|privacy settings/i
const REGION =
  /unsupported_country|(?:country|region|territory|location).{0,40}(?:not (?:supported|available|allowed)|unsupported)|not available in your (?:country|region)/i
/** Google refuses a key with 400. */
const BAD_KEY = /api key (?:not valid|expired|not found)|api_key_invalid/i
const NO_MODEL = /model/i

type Code = ModelFailure['code']
type Reason = NonNullable<ModelFailure['reason']>

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
  // 424: Bedrock's for an error of the model.
  if (status >= 500 || status === 424) return codeByWords(words) ?? 'server-error'
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

/** Returns the exact reason of a failure whose code has several. */
function reasonOf(code: Code, refusal: ErrorResponse, words: ErrorWords): Reason | undefined {
  const { status } = refusal
  switch (code) {
    case 'key-refused':
      return status === 403 ? 'key-not-permitted' : undefined
    case 'quota-exhausted':
      return status === 402 || NO_CREDIT.test(`${words.marks} ${words.text}`)
        ? 'no-credit'
        : undefined
    case 'invalid-response':
      return 'web-page'
    case 'bad-request':
      return status === 404 ? 'no-such-address' : undefined
    default:
      return undefined
  }
}

interface Told {
  host: string
  model: string
  /** The status in brackets, or empty. */
  status: string
  /** Seconds that the provider asks to wait. */
  wait: number | undefined
}

type Sentence = (about: Told) => string

const SENTENCE_OF_REASON: { [reason in Reason]?: Sentence } = {
  'key-not-permitted': ({ host, status }) =>
    `${host} does not allow this with the key that is set${status}. Check what the key may use.`,
  'no-credit': ({ host, status }) =>
    `The credit of your account at ${host} is used up${status}. Top it up there, or choose another model.`,
  'no-such-address': ({ host, status }) =>
    `${host} has nothing at this address${status}. Check the base URL; most end with /v1.`,
}

const SENTENCE_OF_CODE: { [code in Code]?: Sentence } = {
  'key-missing': ({ host, status }) =>
    `${host} wants a key${status}, and none is set. Add one in Settings, Models.`,
  'key-refused': ({ host, status }) =>
    `${host} refused the key${status}. Check it, or enter a new one in Settings, Models.`,
  'model-not-found': ({ host, model, status }) =>
    `${host} has no model ${model}${status}. Choose another model, or check that it is installed.`,
  'rate-limited': ({ host, status, wait }) =>
    `${host} takes no more requests for now${status}. Try again in ${wait === undefined ? 'a while' : inWords(wait)}.`,
  'quota-exhausted': ({ host, status }) =>
    `The quota of this key at ${host} is used up${status}. Check the plan and billing there.`,
  overloaded: ({ host, status }) =>
    `${host} is overloaded or still starting${status}. Try again in a moment.`,
  'context-too-long': ({ model, status }) =>
    `The conversation is too long for ${model}${status}. Retry to leave out more of it, unpin messages, take attachments out, use fewer tools, or choose a model with a larger context.`,
  'tools-unsupported': ({ host, model, status }) =>
    `${model} at ${host} cannot use tools${status}. Choose a model that can, or switch the servers off for this chat.`,
  'invalid-response': ({ host, status }) =>
    `${host} sent a web page instead of an API response${status}. A proxy may stand in between, or the base URL is wrong.`,
  filtered: ({ host, status }) =>
    `${host} refused the message for its content${status}. Change the message, or choose another model.`,
  'data-policy': ({ host, status }) =>
    `No provider behind ${host} fits your data policy there${status}. Change the privacy settings of your account at ${host}, or choose another model.`,
  'region-unsupported': ({ host, status }) =>
    `${host} does not offer this model in your country or region${status}. Choose another provider.`,
  'bad-request': ({ host, status }) => `${host} did not take the request${status}.`,
}

const serverError: Sentence = ({ host, status }) =>
  `${host} had an error while processing the request${status}. Try again.`

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
  const reason = reasonOf(code, { ...refusal, status }, words)
  const sentence = (reason && SENTENCE_OF_REASON[reason]) ?? SENTENCE_OF_CODE[code] ?? serverError
  const message = sentence({
    host: target.host,
    model: modelId === undefined ? 'the model' : sanitizeProviderMessage(modelId, target),
    status: status === undefined ? '' : ` (${status})`,
    wait: refusal.retryAfterSeconds,
  })
  return {
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(status === undefined ? {} : { status }),
    ...(refusal.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: refusal.retryAfterSeconds }),
    ...(detail === '' ? {} : { detail }),
  }
}
