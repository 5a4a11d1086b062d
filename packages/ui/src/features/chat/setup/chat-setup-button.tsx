import type { Conversation } from '@gatehouse/domain'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ChatSetupSheet } from '../markdown/lazy-parts.tsx'

/** Opens what the model of this chat is asked with; marked where that is not the default. */
export function ChatSetupButton({ conversation }: { conversation: Conversation | undefined }) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  const isChanged = conversation?.setup !== undefined
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={t(isChanged ? 'setup.openChanged' : 'setup.open')}
        tooltipSide="top"
        data-testid="chat-setup"
        className={isChanged ? 'text-accent' : undefined}
        aria-haspopup="dialog"
        disabled={!conversation}
        onClick={() => setOpen(true)}
      />
      {isOpen && conversation && (
        <ChatSetupSheet conversation={conversation} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
