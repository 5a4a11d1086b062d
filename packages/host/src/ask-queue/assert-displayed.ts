import { GatehouseError, consentText, type Ask, type AskAnswer } from '@gatehouse/domain'
import type { Digest } from '../ports/index.ts'

/**
 * Checks that the data an answer sends out is the data the window showed, by their SHA-256. Called when an answer
 * arrives, and again with the value that is sent. Throws `ask/not-as-shown`.
 */
export function assertDisplayed(ask: Ask, answer: AskAnswer, digest: Digest): void {
  const text = textOf(() => consentText(ask, answer))
  if (text !== null && digest.sha256(text) !== answer.shown) throw notAsShown()
}

/** `null` for data without a canonical text: it cannot have been shown as it would be sent. */
function textOf(read: () => string | null): string | null {
  try {
    return read()
  } catch {
    throw notAsShown()
  }
}

function notAsShown(): GatehouseError {
  return new GatehouseError(
    'ask/not-as-shown',
    'What would be sent is not what the window showed, so nothing was sent. Read the request again, then decide.',
  )
}
