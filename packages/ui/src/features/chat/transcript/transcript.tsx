import type { ConversationView } from '@gatehouse/domain'
import { ArrowDown } from 'lucide-react'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Button } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { PlainTextFallback } from '../../../lib/media/plain-text-fallback.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { useAsks, useTranscriptPages } from '../../../lib/queries/index.ts'
import { LIVE_APP_VIEWS } from '../../../lib/chats/app-view-slot.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { useStickToBottom } from '../../../lib/chats/stick-to-bottom.ts'
import { LinkChat } from '../markdown/link-chat.ts'
import { useDenyPagedOut } from '../plan/use-deny-paged-out.ts'
import { TranscriptMenu } from '../copy-to-clipboard/transcript-menu.tsx'
import { rowAsText } from './row-as-text.ts'
import { RowBody } from './row-body.tsx'
import { createRowBuilder, type RowBodyProps, type TranscriptRow } from './transcript-rows.ts'
import { useScrollToEntry } from './use-scroll-to-entry.ts'
import { usePaging } from './use-paging.ts'
import { useWaitingRows } from './use-waiting-rows.ts'

export interface TranscriptProps {
  view: ConversationView
}

/** Space above the first row, which the virtual list reckons with. */
const TOP = 20
/** About the height of a row. Too small a guess draws far more rows than fit, too large only fewer at first. */
const ROW = 180

/** All messages and calls, of which only those in view are drawn. Remount it (with a key) for another chat. */
export function Transcript({ view }: TranscriptProps) {
  const { turns, hasBefore, hasAfter, isRunning } = view
  const { id: conversationId, pinnedTurnIds } = view.conversation
  const isPinned = (turnId: string): boolean => pinnedTurnIds?.includes(turnId) ?? false
  const t = useT('chat')
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [builder] = useState(createRowBuilder)
  const { rows, isShifted } = useMemo(
    () => builder.build({ turns, hasAfter }),
    [builder, turns, hasAfter],
  )
  const live = useUi((ui) => ui.kept[LIVE_APP_VIEWS]) as readonly string[] | undefined
  const waiting = useWaitingRows(rows, useAsks().data, live)
  useDenyPagedOut(conversationId, turns)
  const pages = useTranscriptPages(conversationId)
  const { atEnd, toEnd, leave } = useStickToBottom(scroller, content, !hasAfter)
  usePaging(scroller, {
    rows,
    pages,
    hasBefore,
    hasAfter,
    isAtRest: atEnd && !isRunning && !hasAfter,
  })
  const toLatest = useCallback(() => {
    if (!hasAfter) return toEnd()
    // The end is not here: it takes the place of what is.
    void pages.show().then(toEnd)
  }, [hasAfter, pages, toEnd])
  useOnNewTurn(conversationId, toLatest)
  const list = useRef<VirtualizerHandle>(null)
  const foundId = useScrollToEntry({ conversationId, rows, list, show: pages.show, leave })
  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col">
      <LinkChat value={conversationId}>
        <TranscriptMenu turns={turns}>
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
                ref={list}
                scrollRef={scroller}
                startMargin={TOP}
                shift={isShifted}
                bufferSize={300}
                itemSize={ROW}
                keepMounted={waiting}
                data={rows}
              >
                {(row) => (
                  <Row
                    key={row.id}
                    row={row}
                    conversationId={conversationId}
                    busy={isRunning}
                    isFound={row.id === foundId}
                    isPinned={row.kind === 'user' && isPinned(row.turn.id)}
                    onScroll={leave}
                  />
                )}
              </Virtualizer>
            </div>
          </div>
        </TranscriptMenu>
      </LinkChat>
      {(!atEnd || hasAfter) && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            size="small"
            icon={ArrowDown}
            data-act="latest"
            onClick={toLatest}
            className="pointer-events-auto shadow-2"
          >
            {t('transcript.latest')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Scrolls to the person's new message even if they had scrolled up to read. */
function useOnNewTurn(conversationId: string, toLatest: () => void): void {
  const { bridge } = useBridge()
  const latest = useRef(toLatest)
  useLayoutEffect(() => {
    latest.current = toLatest
  }, [toLatest])
  useEffect(
    () =>
      bridge.on('turn.events', (batch) => {
        const isNew = batch.events.some(({ type }) => type === 'turn-started')
        if (batch.conversationId === conversationId && isNew) latest.current()
      }),
    [bridge, conversationId],
  )
}

interface RowProps extends RowBodyProps {
  /** It was searched for, and was just scrolled to. */
  isFound?: boolean
}

function spaceBelow(row: TranscriptRow): string {
  return row.kind === 'assistant' && !row.isLast ? 'pb-2' : 'pb-3.5'
}

const Row = memo(function Row({ isFound = false, ...props }: RowProps) {
  const { row } = props
  return (
    <div className={spaceBelow(row)}>
      <div
        data-row={row.id}
        data-found={isFound || undefined}
        className="rounded-sm transition-[background-color,box-shadow] duration-300 data-found:bg-accent-soft data-found:shadow-[0_0_0_0.375rem_var(--color-accent-soft)]"
      >
        <PlainTextFallback of={row} text={() => rowAsText(row)}>
          <RowBody {...props} />
        </PlainTextFallback>
      </div>
    </div>
  )
})
