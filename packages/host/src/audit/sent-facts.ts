import {
  blobsOf,
  canonicalJson,
  type AskAnswer,
  type StoredResult,
  type ReceivedFacts,
  type SentFacts,
} from '@gatehouse/domain'
import type { Digest } from '../ports/index.ts'

/** Characters that are kept of what a person changed or wrote. */
const MAX_EXCERPT = 2000

type SamplingReply = Extract<AskAnswer, { kind: 'sampling-request' | 'sampling-response' }>

/** The data that an answer about sampling sends out, and its receiver; nothing when it sends nothing. */
export function sentFacts(
  reply: SamplingReply,
  { isOwn, digest }: { isOwn: boolean; digest: Digest },
): { sent?: SentFacts } {
  const { answer } = reply
  switch (answer.decision) {
    case 'run':
      return { sent: factsOf(answer.request, { to: 'model', isOwn, digest }) }
    case 'by-hand':
      return { sent: factsOf(answer.text, { to: 'server', isOwn: true, digest }) }
    case 'send':
      return { sent: factsOf(answer.response, { to: 'server', isOwn, digest }) }
    case 'regenerate':
    case 'deny':
      return {}
  }
}

/** `isOwn`: the person changed or wrote it, so that its beginning is kept in words. */
export function factsOf(
  value: unknown,
  { to, isOwn, digest }: { to: SentFacts['to']; isOwn: boolean; digest: Digest },
): SentFacts {
  const text = canonicalJson(value)
  return {
    to,
    sha256: digest.sha256(text),
    characters: text.length,
    ...(isOwn ? { excerpt: text.slice(0, MAX_EXCERPT) } : {}),
  }
}

/** A result by what is in the chat, which names what is in files by its hash: the whole is held. */
export function receivedFacts(result: StoredResult, digest: Digest): ReceivedFacts {
  const text = canonicalJson(result)
  const fileBytes = blobsOf(result).reduce((sum, { bytes }) => sum + bytes, 0)
  return { sha256: digest.sha256(text), characters: text.length, fileBytes }
}
