import type { ToolApprovalAsk } from '@gatehouse/domain'
import { MessageSquare } from 'lucide-react'
import { CardSection, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** An approval outside of its chat: the same card, and which chat it comes from. */
export function AskCard({ ask }: { ask: ToolApprovalAsk }) {
  const t = useT('chat')
  const openChat = useUi((ui) => ui.openChat)
  const title = ask.conversationTitle || t('untitled')
  return (
    <ApprovalCard
      key={ask.id}
      ask={ask}
      context={
        <CardSection
          padded={false}
          className="flex items-center gap-1.5 px-3 py-1.5 text-small text-fg-3"
        >
          <Icon icon={MessageSquare} size={12} />
          <button
            type="button"
            aria-label={t('call.openChat', { title: oneLine(title) })}
            onClick={() => openChat(ask.conversationId)}
            className="min-w-0 truncate rounded-sm font-medium text-fg-2 hover:text-fg hover:underline"
          >
            <RevealText text={oneLine(title)} wrap={false} />
          </button>
        </CardSection>
      }
    />
  )
}
