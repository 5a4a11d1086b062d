import { consentText, type Ask, type AskAnswer } from '@gatehouse/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The answer with the hash of what it lets out, taken from the very values that the card drew. */
export function withDisplayHash(ask: Ask, answer: AskAnswer): AskAnswer {
  const text = readText(ask, answer)
  return text === null ? answer : { ...answer, shown: bytesToHex(sha256(utf8ToBytes(text))) }
}

/** What JSON cannot hold has no text; without a hash main refuses it, in words. */
function readText(ask: Ask, answer: AskAnswer): string | null {
  try {
    return consentText(ask, answer)
  } catch {
    return null
  }
}
