import { createHash } from 'node:crypto'
import {
  consentText,
  toolCallText,
  type Ask,
  type AskAnswer,
  type ToolCallConsent,
} from '@gatehouse/domain'

/** Returns an answer as a window gives it that displayed this ask: with the hash of the data that it sends out. */
export function withDisplayHash<Answer extends AskAnswer>(ask: Ask, answer: Answer): Answer {
  const text = consentText(ask, answer)
  return text === null ? answer : { ...answer, shown: hashOf(text) }
}

/** The hash of a call as a form that showed just this one gives it. */
export function displayHashOfCall(call: ToolCallConsent): string {
  return hashOf(toolCallText(call))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
