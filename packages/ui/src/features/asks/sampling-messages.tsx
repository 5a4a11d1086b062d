import type { SamplingMessage } from '@gatehouse/domain/server-requests'
import type { BlockEdits } from '@gatehouse/domain'
import { useT } from '../../lib/i18n.ts'
import { useMessageSteps } from './message-steps.ts'
import { ShowMoreButton } from './show-more-button.tsx'
import { SamplingBlocks } from './sampling-blocks.tsx'
import { blockPlace } from './sampling-edits.ts'

interface SamplingMessagesProps<Edits extends BlockEdits> {
  messages: readonly SamplingMessage[]
  edits: Edits
  onChange: (edits: Edits) => void
  serverName: string
  disabled: boolean
}

/** The messages of a sampling request, each part of them to edit or take out. */
export function SamplingMessages<Edits extends BlockEdits>(props: SamplingMessagesProps<Edits>) {
  const { messages, ...rest } = props
  const t = useT('asks')
  const { shares, steps } = useMessageSteps(messages)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-note font-medium text-fg-2">
        {t('sampling.messages', { count: messages.length })}
      </p>
      {shares.map((share, index) => {
        const role = t(`sampling.role.${share.role}`)
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
              blocks={share.blocks}
              placeOf={(block) => blockPlace(index, block)}
              name={name}
              position={index + 1}
            />
          </div>
        )
      })}
      <ShowMoreButton steps={steps} />
    </div>
  )
}
