import { createHash } from 'node:crypto'
import {
  consentText,
  toolCallText,
  type Ask,
  type AskAnswer,
  type ToolCallConsent,
} from '@gatehouse/domain'

/** An answer as a window gives it that showed just this ask: with the hash of what it lets out. */
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
