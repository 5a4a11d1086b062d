import type { Ask, Turn } from '@gatehouse/domain'
import { ArrowDown } from 'lucide-react'
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { Button } from '../../kit/index.ts'
import { DrawnSafely } from '../../lib/drawn-safely.tsx'
import { useT } from '../../lib/i18n.ts'
import { useAsks } from '../../lib/queries/index.ts'
import { SupersededTurn } from './superseded-turn.tsx'
import { useFollowEnd } from './follow-end.ts'
import { AssistantRow, PreparingRow, RefusedRow, ThinkingRow, UserRow } from './message-rows.tsx'
import { plainRow } from './plain-row.ts'
import { ToolCallCard } from './tool-call-card.tsx'
import { createRowBuilder, type TranscriptRow } from './transcript-rows.ts'
import { TurnFooter } from './turn-footer.tsx'

export interface TranscriptProps {
  conversationId: string
  turns: readonly Turn[]
}

/** Space above the first row, which the virtual list reckons with. */
const TOP = 20
/** About the height of a row. Too small a guess draws far more rows than fit, too large only fewer at first. */
const ROW = 180

/** All that was said and done, only what is in view drawn. Start it anew (with a key) for another chat. */
export function Transcript({ conversationId, turns }: TranscriptProps) {
  const t = useT('chat')
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [builder] = useState(createRowBuilder)
  const rows = useMemo(() => builder.build(turns), [builder, turns])
  // A question that is being read or edited keeps its state while it is scrolled out of view.
  const asks = useAsks().data
  const waiting = useMemo(() => waitingRows(rows, causesOf(asks)), [rows, asks])
  const { atEnd, toEnd } = useFollowEnd(scroller, content)
  const lastId = turns.at(-1)?.id
  // What the person sends is followed even if they had scrolled up to read.
  useLayoutEffect(toEnd, [lastId, toEnd])
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        data-transcript
        role="region"
        aria-label={t('transcript.label')}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges] focus-visible:-outline-offset-2"
      >
        <div ref={content} className="mx-auto w-full max-w-column px-5 pt-5 pb-2">
          <Virtualizer
            scrollRef={scroller}
            startMargin={TOP}
            bufferSize={300}
            itemSize={ROW}
            keepMounted={waiting}
            data={rows}
          >
            {(row) => <Row key={row.id} row={row} conversationId={conversationId} />}
          </Virtualizer>
        </div>
      </div>
      {!atEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            size="small"
            icon={ArrowDown}
            onClick={toEnd}
            className="pointer-events-auto shadow-2"
          >
            {t('transcript.latest')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The calls because of which servers ask something. */
function causesOf(asks: readonly Ask[] = []): ReadonlySet<string> {
  return new Set(
    asks.flatMap((ask) =>
      ask.kind === 'tool-approval' ? [] : ask.causes.map((cause) => cause.entryId),
    ),
  )
}

/** Cards that stay drawn while they are scrolled out of view; of more, those that wait the longest. */
const MAX_KEPT = 40

/** Only the last turn can wait, so the search goes up from the end and stops where that turn begins. */
function waitingRows(rows: readonly TranscriptRow[], causes: ReadonlySet<string>): number[] {
  const found: number[] = []
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]
    if (row?.kind === 'call' && (row.call.status === 'waiting' || causes.has(row.id)))
      found.push(index)
    if (row?.kind === 'user' || row?.kind === 'footer') break
  }
  return found.toReversed().slice(0, MAX_KEPT)
}

const Row = memo(function Row({
  row,
  conversationId,
}: {
  row: TranscriptRow
  conversationId: string
}) {
  return (
    <div className={row.kind === 'assistant' && !row.isLast ? 'pb-2' : 'pb-3.5'}>
      <DrawnSafely of={row} text={() => plainRow(row)}>
        <RowBody row={row} conversationId={conversationId} />
      </DrawnSafely>
    </div>
  )
})

function RowBody({ row, conversationId }: { row: TranscriptRow; conversationId: string }) {
  switch (row.kind) {
    case 'user':
      return <UserRow message={row.message} note={row.note} />
    case 'assistant':
      return (
        <AssistantRow
          text={row.text}
          reasoning={row.reasoning}
          status={row.status}
          isFirst={row.isFirst}
        />
      )
    case 'call':
      return <ToolCallCard call={row.call} conversationId={conversationId} />
    case 'refused':
      return <RefusedRow count={row.count} />
    case 'thinking':
      return <ThinkingRow />
    case 'preparing':
      return <PreparingRow toolTitle={row.toolTitle} characters={row.characters} />
    case 'footer':
      return <TurnFooter turn={row.turn} isLast={row.isLast} />
    case 'earlier':
      return <SupersededTurn turn={row.turn} />
  }
}
