import type { SamplingBlock } from '@gatehouse/domain/server-requests'
import { useSeenIncrementalList, type IncrementalList } from '../../../kit/index.ts'

/** Parts of messages that are drawn before the person asks for more. */
const PARTS = { first: 20, step: 50 }

/** A message as far as it is drawn. */
interface MessageShare<Message> {
  message: Message
  blocks: readonly SamplingBlock[]
}

interface HasContent {
  content: readonly SamplingBlock[]
}

const sizeOf = ({ content }: HasContent) => Math.max(1, content.length)

/** Draws messages a stretch of their parts at a time; an empty message is one part. */
export function usePagedMessages<Message extends HasContent>(
  messages: readonly Message[],
): { shares: MessageShare<Message>[]; steps: IncrementalList } {
  const total = messages.reduce((sum, message) => sum + sizeOf(message), 0)
  const steps = useSeenIncrementalList(total, PARTS)
  const shares: MessageShare<Message>[] = []
  let left = steps.shown
  for (const message of messages) {
    if (left <= 0) break
    shares.push({ message, blocks: message.content.slice(0, left) })
    left -= sizeOf(message)
  }
  return { shares, steps }
}
