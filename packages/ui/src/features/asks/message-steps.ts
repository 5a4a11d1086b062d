import type { SamplingBlock, SamplingMessage } from '@gatehouse/domain/server-requests'
import { useSeenIncrementalList, type IncrementalList } from '../../kit/index.ts'

/** Parts of messages that are drawn before the person asks for more. */
const PARTS = { first: 20, step: 50 }

/** A message as far as it is drawn. */
interface MessageShare {
  role: SamplingMessage['role']
  blocks: readonly SamplingBlock[]
}

const sizeOf = ({ content }: SamplingMessage) => Math.max(1, content.length)

/** What of messages is drawn, a stretch of their parts at a time; an empty message is one part. */
export function useMessageSteps(messages: readonly SamplingMessage[]): {
  shares: MessageShare[]
  steps: IncrementalList
} {
  const total = messages.reduce((sum, message) => sum + sizeOf(message), 0)
  const steps = useSeenIncrementalList(total, PARTS)
  const shares: MessageShare[] = []
  let left = steps.shown
  for (const message of messages) {
    if (left <= 0) break
    shares.push({ role: message.role, blocks: message.content.slice(0, left) })
    left -= sizeOf(message)
  }
  return { shares, steps }
}
