import type { SamplingMessage } from '@gatehouse/domain'
import { useState } from 'react'
import { Button, useUnseenPart } from '../../kit/index.ts'
import type { BlockEdits } from '../../lib/ask-draft.ts'
import { useT } from '../../lib/i18n.ts'
import { SamplingBlocks } from './sampling-blocks.tsx'
import { blockPlace } from './sampling-edits.ts'

/** Messages that are drawn before the person asks for more. */
const PAGE = 20

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
  const [state, setState] = useState({ shown: PAGE, opening: 0 })
  const { shown } = state
  const opening = useUnseenPart(Math.max(0, messages.length - shown))
  if (opening > state.opening) setState({ shown: shown + 15 * PAGE, opening })
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-note font-medium text-fg-2">
        {t('sampling.messages', { count: messages.length })}
      </p>
      {messages.slice(0, shown).map((message, index) => {
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
              blocks={message.content}
              placeOf={(block) => blockPlace(index, block)}
              name={name}
              position={index + 1}
            />
          </div>
        )
      })}
      {messages.length > shown && (
        <Button
          size="small"
          variant="ghost"
          className="self-start"
          onClick={() => setState({ ...state, shown: shown + 5 * PAGE })}
        >
          {t('sampling.showMore', { count: Math.min(messages.length - shown, 5 * PAGE) })}
        </Button>
      )}
    </div>
  )
}
