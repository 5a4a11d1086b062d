import type { Turn } from '@gatehouse/domain'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { classNames, Icon } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { AssistantRow, UserRow } from './message-rows.tsx'
import { ToolCallCard } from './tool-call-card.tsx'
import { TurnFooter } from './turn-footer.tsx'

/** A turn that was tried again: one line, and all of it when opened. */
export function EarlierTry({ turn }: { turn: Turn }) {
  const t = useT('chat')
  const { clock } = useFormats()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex items-center gap-1.5 rounded-sm px-1 text-note text-fg-3 hover:text-fg"
      >
        <Icon
          icon={ChevronRight}
          size={14}
          className={classNames('transition-transform duration-100', open && 'rotate-90')}
        />
        {t('transcript.earlierTry')}
        <span className="tabular-nums">{clock(turn.startedAt)}</span>
      </button>
      {open && (
        <div className="mt-2 flex flex-col gap-3.5 border-l-2 border-line pl-4">
          <p className="text-small text-fg-3">{t('transcript.earlierTryNote')}</p>
          {turn.entries.map((entry) => {
            switch (entry.kind) {
              case 'user-message':
                return <UserRow key={entry.id} message={entry} note={false} />
              case 'assistant-message':
                return (
                  <AssistantRow
                    key={entry.id}
                    text={entry.text}
                    reasoning={entry.reasoning}
                    status={entry.status}
                  />
                )
              case 'tool-call':
                return (
                  <ToolCallCard
                    key={entry.id}
                    call={entry}
                    conversationId={turn.conversationId}
                    inert
                  />
                )
            }
          })}
          <TurnFooter turn={turn} isLast={false} />
        </div>
      )}
    </div>
  )
}
