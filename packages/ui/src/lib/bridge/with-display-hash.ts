import {
  consentText,
  toolCallText,
  type Ask,
  type AskAnswer,
  type ToolCallConsent,
} from '@gatehouse/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The answer with the hash of what it lets out, taken from the very values that the card drew. */
export function withDisplayHash(ask: Ask, answer: AskAnswer): AskAnswer {
  const text = readText(() => consentText(ask, answer))
  return text === null ? answer : { ...answer, shown: hashOf(text) }
}

/** The hash of a call as its form shows it; `null` for what cannot be sent. */
export function displayHashOfCall(call: ToolCallConsent): string | null {
  const text = readText(() => toolCallText(call))
  return text === null ? null : hashOf(text)
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

/** Returns null for a value that JSON cannot hold; without a hash main refuses it, in words. */
function readText(read: () => string | null): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
