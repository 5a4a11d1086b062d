import type { Conversation } from '@gatehouse/domain'
import { EyeOff } from 'lucide-react'
import { Button, Icon } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useConversations } from '../../../lib/queries/index.ts'
import { useDeleteChat } from '../library/delete-chat.ts'
import { useKeepChat } from './temporary-chat.ts'

const none: readonly Conversation[] = []

/** That nothing of a chat is written down, and the two ways out of it. */
export function TemporaryNote({
  conversation,
  running,
}: {
  conversation: Conversation
  running: boolean
}) {
  const t = useT('chat')
  const keep = useKeepChat()
  const end = useDeleteChat(useConversations().data ?? none)
  return (
    <div
      data-testid="temporary-note"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-sunken px-5 py-2"
    >
      <Icon icon={EyeOff} />
      <p className="min-w-60 flex-1 text-small text-pretty text-fg-2">
        {t('library.temporary.note')}
      </p>
      <Button
        size="small"
        disabled={running}
        title={t(running ? 'library.temporary.keepBusy' : 'library.temporary.keepHint')}
        onClick={() => keep(conversation)}
      >
        {t('library.temporary.keep')}
      </Button>
      <Button size="small" onClick={() => end(conversation)}>
        {t('library.temporary.end')}
      </Button>
    </div>
  )
}
