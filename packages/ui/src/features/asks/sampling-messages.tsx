import type { SamplingMessage } from '@gatehouse/domain/server-requests'
import { useSeenSteps } from '../../kit/index.ts'
import type { BlockEdits } from '@gatehouse/domain'
import { useT } from '../../lib/i18n.ts'
import { MoreParts } from './more-parts.tsx'
import { SamplingBlocks } from './sampling-blocks.tsx'
import { blockPlace } from './sampling-edits.ts'

/** Parts of messages that are drawn before the person asks for more: each is a field. */
const PARTS = { first: 20, step: 50 }

interface SamplingMessagesProps<Edits extends BlockEdits> {
  messages: readonly SamplingMessage[]
  edits: Edits
  onChange: (edits: Edits) => void
  serverName: string
  disabled: boolean
}

/** How many parts of each message are within the first `shown` of all; an empty message is one. */
function sharesOf(messages: readonly SamplingMessage[], shown: number): number[] {
  const shares: number[] = []
  let left = shown
  for (const message of messages) {
    if (left <= 0) break
    const share = Math.min(left, sizeOf(message))
    shares.push(share)
    left -= share
  }
  return shares
}

const sizeOf = ({ content }: SamplingMessage) => Math.max(1, content.length)

/** The messages of a sampling request, each part of them to edit or take out. */
export function SamplingMessages<Edits extends BlockEdits>(props: SamplingMessagesProps<Edits>) {
  const { messages, ...rest } = props
  const t = useT('asks')
  const total = messages.reduce((sum, message) => sum + sizeOf(message), 0)
  const steps = useSeenSteps(total, PARTS)
  const shares = sharesOf(messages, steps.shown)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-note font-medium text-fg-2">
        {t('sampling.messages', { count: messages.length })}
      </p>
      {messages.slice(0, shares.length).map((message, index) => {
        const role = t(`sampling.role.${message.role}`)
        const name = t('sampling.messageLabel', { position: index + 1, role })
        return (
          <div
            key={index}
            role="group"
            aria-label={name}
            className="flex flex-col gap-1.5 rounded-md border border-line-strong px-2.5 pt-1.5 pb-2"
          >
            <span className="text-small text-fg-3">{role}</span>
            <SamplingBlocks
              {...rest}
              blocks={message.content.slice(0, shares[index])}
              placeOf={(block) => blockPlace(index, block)}
              name={name}
              position={index + 1}
            />
          </div>
        )
      })}
      <MoreParts steps={steps} />
    </div>
  )
}
