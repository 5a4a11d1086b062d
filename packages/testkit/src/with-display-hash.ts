import { createHash } from 'node:crypto'
import { consentText, type Ask, type AskAnswer } from '@gatehouse/domain'

/** An answer as a window gives it that showed just this ask: with the hash of what it lets out. */
export function withDisplayHash<Answer extends AskAnswer>(ask: Ask, answer: Answer): Answer {
  const text = consentText(ask, answer)
  return text === null
    ? answer
    : { ...answer, shown: createHash('sha256').update(text, 'utf8').digest('hex') }
}
