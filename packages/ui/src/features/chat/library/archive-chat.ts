import type { Conversation } from '@gatehouse/domain'
import { useCallback } from 'react'
import { useToasts } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { worded } from '../../../lib/words/worded.ts'

/** Puts a chat away, with a way back, or takes it out again. */
export function useArchiveChat(): (chat: Conversation, isArchived: boolean) => void {
  const { show } = useToasts()
  const { perform } = useAction('chat.archive')
  return useCallback(
    ({ id, title }, isArchived) =>
      perform({ id, isArchived }, () => {
        if (!isArchived) return
        show({
          title: worded('chat', (t) =>
            t('library.archived', { title: oneLine(title || t('untitled'), 60) }),
          ),
          action: {
            label: worded('common', (t) => t('actions.undo')),
            onSelect: () => perform({ id, isArchived: false }, () => undefined),
          },
        })
      }),
    [perform, show],
  )
}
