import type { Entry, Turn } from '@gatehouse/domain'
import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button, classNames, Icon, useSteps } from '../../kit/index.ts'
import { DrawnSafely } from '../../lib/drawn-safely.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { AssistantRow, UserRow } from './message-rows.tsx'
import { splitAnswer } from './split-answer.ts'
import { ToolCallCard } from './tool-call-card.tsx'
import { TurnFooter } from './turn-footer.tsx'

/** A turn that was tried again: one line, and all of it when opened. */
export function SupersededTurn({ turn }: { turn: Turn }) {
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
      {open && <Entries turn={turn} />}
    </div>
  )
}

/** Entries that are drawn at first, and by each press of "Show more". */
const ENTRIES = { first: 20, step: 20 }

function Entries({ turn }: { turn: Turn }) {
  const t = useT('chat')
  const steps = useSteps(turn.entries.length, ENTRIES)
  return (
    <div className="mt-2 flex flex-col gap-3.5 border-l-2 border-line pl-4">
      <p className="text-small text-fg-3">{t('transcript.earlierTryNote')}</p>
      {turn.entries.slice(0, steps.shown).map((entry) => (
        <DrawnSafely key={entry.id} of={entry} text={() => JSON.stringify(entry)}>
          <EntryBody entry={entry} conversationId={turn.conversationId} />
        </DrawnSafely>
      ))}
      {steps.left > 0 && (
        <Button size="small" className="self-start" onClick={steps.more}>
          {t('transcript.moreEntries', { count: steps.next, left: steps.left })}
        </Button>
      )}
      <TurnFooter turn={turn} isLast={false} />
    </div>
  )
}

function EntryBody({ entry, conversationId }: { entry: Entry; conversationId: string }) {
  switch (entry.kind) {
    case 'user-message':
      return <UserRow message={entry} note={false} />
    case 'assistant-message':
      return <LongAnswer entry={entry} />
    case 'tool-call':
      return <ToolCallCard call={entry} conversationId={conversationId} inert />
  }
}

/** An answer in the parts that a transcript draws, the first ones at first. */
function LongAnswer({ entry }: { entry: Extract<Entry, { kind: 'assistant-message' }> }) {
  const t = useT('chat')
  const parts = useMemo(() => splitAnswer(entry.text), [entry.text])
  const steps = useSteps(parts.length, ENTRIES)
  return (
    <>
      {parts.slice(0, steps.shown).map((text, index) => (
        <AssistantRow
          key={index}
          text={text}
          reasoning={index === 0 ? entry.reasoning : ''}
          status={entry.status}
          isFirst={index === 0}
        />
      ))}
      {steps.left > 0 && (
        <Button size="small" className="self-start" onClick={steps.more}>
          {t('transcript.moreEntries', { count: steps.next, left: steps.left })}
        </Button>
      )}
    </>
  )
}
