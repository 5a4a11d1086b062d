import type { Conversation, ModelRef } from '@gatehouse/domain'
import { Columns2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useConversation } from '../../../lib/queries/index.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { useComparisonWords } from './comparison-words.ts'

export interface CompareButtonProps {
  conversation: Conversation
  /** Sends the draft to the chat's model and to this one. */
  onSend: (comparedWith: ModelRef) => void
}

/** Beside Send: asks two models. */
export function CompareButton({ conversation, onSend }: CompareButtonProps) {
  const t = useComparisonWords()
  const { drafts } = useBridge()
  const [isOpen, setOpen] = useState(false)
  const { id, model } = conversation
  const attachments = useConversation(id).data?.attachments
  if (model === null) return null
  return (
    <>
      <IconButton
        icon={Columns2}
        label={t('open')}
        keys="Mod+Shift+D"
        tooltipSide="top"
        data-act="compare"
        aria-haspopup="dialog"
        onClick={() => {
          // The estimate is of the saved draft.
          drafts.flush()
          setOpen(true)
        }}
      />
      {isOpen && (
        <CompareDialog
          conversationId={id}
          first={model}
          attachments={attachments ?? []}
          isDraft
          onChoose={(second) => {
            setOpen(false)
            onSend(second)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
