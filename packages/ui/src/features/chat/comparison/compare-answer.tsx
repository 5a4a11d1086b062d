import type { TranscriptTurn } from '@gatehouse/domain'
import { useAction } from '../../../lib/queries/index.ts'
import { CompareDialog } from './compare-dialog.tsx'

export interface CompareAnswerProps {
  turn: TranscriptTurn
  onClose: () => void
}

/** Asks another model the message of an answer. */
export function CompareAnswer({ turn, onClose }: CompareAnswerProps) {
  const { mutate } = useAction('chat.compare')
  const { id: turnId, conversationId: id, model, entries } = turn
  if (model === null) return null
  const message = entries.find((entry) => entry.kind === 'user-message')
  return (
    <CompareDialog
      conversationId={id}
      first={model}
      attachments={message?.attachments ?? []}
      onChoose={(second) => {
        onClose()
        mutate({ id, turnId, model: second })
      }}
      onClose={onClose}
    />
  )
}
