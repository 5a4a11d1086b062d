import { splitAtMessageLinks, type MessageRef } from '@gatehouse/domain/chats'
import { Link2 } from 'lucide-react'
import { useMemo } from 'react'
import { Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useConversations } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

const chip =
  'inline-flex max-w-full items-center gap-1 rounded-sm border border-line-strong bg-sunken px-1.5 align-baseline text-small'

/** Leads to a message. Its words are the title that the chat has here, whatever a text calls the link. */
export function MessageLink({ place }: { place: MessageRef }) {
  const t = useT('chat')
  const chats = useConversations().data
  const openAt = useUi((ui) => ui.openChatAt)
  const chat = chats?.find(({ id }) => id === place.conversationId)
  if (!chat)
    return (
      <span className={`${chip} text-fg-3`}>
        <Icon icon={Link2} size={12} />
        {t('messageLink.gone')}
      </span>
    )
  return (
    <button
      type="button"
      data-testid="message-link"
      onClick={() => openAt(place)}
      className={`${chip} font-medium text-accent hover:bg-hover`}
    >
      <Icon icon={Link2} size={12} />
      <span className="truncate">
        {t('messageLink.to', { title: oneLine(chat.title || t('untitled'), 60) })}
      </span>
    </button>
  )
}

/** Text of the person, with links to messages as such. */
export function TextWithMessageLinks({ text }: { text: string }) {
  const parts = useMemo(() => splitAtMessageLinks(text), [text])
  if (parts.length > MAX_PARTS) return <RevealText text={text} />
  return parts.map((part, index) =>
    typeof part === 'string' ? (
      <RevealText key={index} text={part} />
    ) : (
      <MessageLink key={index} place={part} />
    ),
  )
}

/** A text of more links than a person writes stays text. */
const MAX_PARTS = 100
