import { objectOfJson, RECORD_BUDGET, type JsonObject } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import { isEmptyValue, numberOf, objectOf, objectsOf } from '../fields.ts'
import {
  deleteField,
  fieldOf,
  LEAST_OUTPUT,
  LIMIT_FIELDS,
  setField,
  tokensOfBody,
} from './body-fields.ts'

/** The mark of thinking that came without a signature; the vendor's library sends none back without one. */
export const UNSIGNED = 'gatehouse-unsigned'

/** Changes of a form that are made in the body; the others are made in the prompt and the tools. */
const IN_BODY = [
  'leftOutFields',
  'limitField',
  'maxOutputTokens',
  'contextWindow',
  'emptyContent',
] as const

/** Returns the body of a request in the form that its model takes. */
export function adaptBody(text: string, form: ModelCompatibility): string {
  const isUnsigned = text.includes(UNSIGNED)
  if (!isUnsigned && IN_BODY.every((name) => form[name] === undefined)) return text
  const body = objectOfJson(text, { budget: RECORD_BUDGET })
  if (!body) return text
  adaptLimit(body, form.limitField, mostOutput(text, form))
  for (const field of form.leftOutFields ?? []) deleteField(body, field)
  if (isUnsigned) removeSignatures(body)
  if (form.emptyContent !== undefined) adaptEmptyContent(body, form.emptyContent)
  return JSON.stringify(body)
}

/** Returns the most tokens of an answer that a form takes beside a request. */
function mostOutput(text: string, { maxOutputTokens, contextWindow }: ModelCompatibility): number {
  const room = contextWindow === undefined ? Infinity : contextWindow - tokensOfBody(text)
  return Math.min(maxOutputTokens ?? Infinity, Math.max(LEAST_OUTPUT, room))
}

function adaptLimit(
  body: JsonObject,
  limitField: ModelCompatibility['limitField'],
  most: number,
): void {
  if (limitField === undefined && most === Infinity) return
  for (const path of LIMIT_FIELDS) {
    const limit = numberOf(fieldOf(body, path))
    if (limit === undefined) continue
    const lowered = Math.min(limit, most)
    const isRenamed = path === 'max_tokens' || path === 'max_completion_tokens'
    if (isRenamed) {
      deleteField(body, path)
      body[limitField ?? path] = lowered
    } else setField(body, path, lowered)
    keepThinkingBelow(body, lowered)
    const further = objectOf(body['additionalModelRequestFields'])
    if (further) keepThinkingBelow(further, lowered)
    return
  }
}

/** The least that Anthropic's models think with, by their documentation of extended thinking. */
const LEAST_THINKING = 1024

/** Anthropic refuses a budget of thinking that leaves nothing of the limit for the answer. */
function keepThinkingBelow(body: JsonObject, limit: number): void {
  const thinking = objectOf(body['thinking'])
  const budget = numberOf(thinking?.['budget_tokens'])
  if (!thinking || budget === undefined || budget < limit) return
  const half = Math.floor(limit / 2)
  if (half >= LEAST_THINKING) thinking['budget_tokens'] = half
  else delete body['thinking']
}

function removeSignatures({ messages }: JsonObject): void {
  for (const message of objectsOf(messages))
    for (const block of objectsOf(message['content']))
      if (block['signature'] === UNSIGNED) delete block['signature']
}

/** Of chat completions alone: the other APIs have no content beside the calls. */
function adaptEmptyContent({ messages }: JsonObject, emptyContent: 'text' | 'null'): void {
  for (const message of objectsOf(messages)) {
    if (message['role'] !== 'assistant' || isEmptyValue(message['tool_calls'])) continue
    if (emptyContent === 'text') message['content'] ??= ''
    else if (message['content'] === '') message['content'] = null
  }
}
