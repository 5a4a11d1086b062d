import type { Conversation } from '@gatehouse/domain'
import type { QueuedMessage } from '@gatehouse/domain/chats'
import { useCallback, useEffect } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useAction } from '../../../lib/queries/index.ts'
import { useUiStore } from '../../../lib/ui-store.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { worded } from '../../../lib/words/worded.ts'
import { queuedEditPlace } from './queued-edit-place.ts'

/** A message that waits and is being edited. */
interface QueuedEdit {
  messageId: string
  /** The original text and the edited one. */
  from: string
  text: string
  /** It came out of the file of its chat. */
  isFromFile: boolean
}

export interface QueuedEditing {
  edit: QueuedEdit | undefined
  begin: (message: QueuedMessage) => void
  change: (text: string) => void
  save: () => void
  isSaving: boolean
  cancel: () => void
}

/**
 * The queued message that is being edited: nothing of the queue is sent during it. If it is gone all the same, the
 * typed text goes to the draft.
 */
export function useQueuedEdit({ id, queue, draft }: Conversation): QueuedEditing {
  const { drafts } = useBridge()
  const { show } = useToasts()
  const store = useUiStore()
  const place = queuedEditPlace(id)
  const [edit, setEdit] = useRetainedState<QueuedEdit>(place)
  const { mutate: begin } = useAction('chat.begin-queued-edit', { quiet: true })
  const { mutate: end } = useAction('chat.end-queued-edit', { quiet: true })
  const finish = useCallback(() => {
    setEdit(undefined)
    end({ id })
  }, [setEdit, end, id])
  const save = useAction('chat.edit-queued', { onSuccess: finish })
  const isLost = edit !== undefined && !queue?.some((one) => one.id === edit.messageId)
  useEffect(() => {
    if (!isLost || store.getState().kept[place] === undefined) return
    finish()
    if (edit.text.trim() === '' || edit.text === edit.from) return
    drafts.append(id, edit.text, { saved: draft, isFromFile: edit.isFromFile })
    show({ tone: 'info', title: worded('chat', (t) => t('queue.lost')) })
  }, [isLost, edit, store, place, finish, drafts, id, draft, show])
  return {
    edit: isLost ? undefined : edit,
    begin(message) {
      const { id: messageId, text, imported } = message
      setEdit({ messageId, from: text, text, isFromFile: imported !== undefined })
      begin({ id, messageId })
    },
    change: (text) => edit && setEdit({ ...edit, text }),
    save: () => edit && save.mutate({ id, messageId: edit.messageId, text: edit.text }),
    isSaving: save.isPending,
    cancel: finish,
  }
}
