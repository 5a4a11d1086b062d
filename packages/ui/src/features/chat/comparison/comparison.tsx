import type { ModelRef, TranscriptTurn } from '@gatehouse/domain'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect, useId, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import {
  Badge,
  Button,
  classNames,
  CopyButton,
  RevealText,
  Skeleton,
  Spinner,
} from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { COMPOSER } from '../../../lib/chats/ask-target.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useRouteQuery } from '../../../lib/queries/route-query.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { RanByMode } from '../approvals/ran-by-mode.tsx'
import { useModelWords } from '../composer/model-picker.tsx'
import { createRowBuilder, type RowBodyProps } from '../transcript/transcript-rows.ts'
import { answerOf, TurnFacts, TurnNotes, TurnOutcome } from '../transcript/turn-footer.tsx'
import { useComparisonWords } from './comparison-words.ts'

export interface ComparisonProps {
  /** The answer that the chat shows. */
  turn: TranscriptTurn
  /** A turn of the chat runs. */
  busy: boolean
  onScroll: () => void
  /** Draws a row of an answer. */
  Row: ComponentType<RowBodyProps>
}

/** Two answers to one message, side by side where there is room. */
export function Comparison({ turn, busy, ...drawing }: ComparisonProps) {
  const t = useComparisonWords()
  const { comparison, conversationId, model } = turn
  const other = useOtherAnswer(conversationId, comparison?.turnId ?? null, turn)
  if (!comparison || model === null) return null
  const isFirst = comparison.isFirst
  const shown = (
    <Answer key={turn.id} turn={turn} place={isFirst ? 1 : 2} isShown busy={busy} {...drawing} />
  )
  const beside = other.data ? (
    <Answer
      key={other.data.id}
      turn={other.data}
      place={isFirst ? 2 : 1}
      isShown={false}
      busy={busy}
      {...drawing}
    />
  ) : (
    <Column key="missing" model={comparison.model} place={isFirst ? 2 : 1}>
      {comparison.turnId === null ? (
        <NotAsked turn={turn} model={comparison.model} busy={busy} />
      ) : (
        <Unread isFailed={other.isError} onRetry={() => void other.refetch()} />
      )}
    </Column>
  )
  return (
    <div
      role="group"
      aria-label={t('label')}
      data-testid="comparison"
      // Wider than the column of the text, as far as the pane has room.
      className="ml-[calc(50%-min(50cqw-1.25rem,36rem))] grid w-[min(100cqw-2.5rem,72rem)] items-start gap-4 min-[56.25rem]:grid-cols-2"
    >
      {isFirst ? [shown, beside] : [beside, shown]}
    </div>
  )
}

/** The answer that the chat does not show. It is over, but its tasks may go on. */
function useOtherAnswer(id: string, turnId: string | null, shown: TranscriptTurn) {
  const { bridge, cache } = useBridge()
  const client = useQueryClient()
  // When the answers change places, the other one is there at once.
  useEffect(() => {
    client.setQueryData(queryKeys.turn(shown.id), shown)
  }, [client, shown])
  useEffect(
    () =>
      bridge.on('turn.events', (batch) => {
        if (batch.turnId === turnId) cache.refresh(queryKeys.turn(turnId))
      }),
    [bridge, cache, turnId],
  )
  useEffect(() => {
    // It may have ended after it was last drawn.
    if (turnId !== null) cache.refresh(queryKeys.turn(turnId))
  }, [cache, turnId])
  return useRouteQuery({
    key: queryKeys.turn(turnId ?? ''),
    route: 'chat.turn',
    input: { id, turnId: turnId ?? '' },
    enabled: turnId !== null,
  })
}

interface ColumnProps {
  model: ModelRef
  place: 1 | 2
  isMarked?: boolean
  children: ReactNode
}

function Column({ model, place, isMarked = false, children }: ColumnProps) {
  const t = useComparisonWords()
  const { name, note } = useModelWords(model)
  const heading = useId()
  return (
    <div
      role="group"
      aria-labelledby={heading}
      data-testid="compared-answer"
      className={classNames(
        'flex min-w-0 flex-col gap-3 rounded-lg border bg-card p-3',
        isMarked ? 'border-line-strong' : 'border-line',
      )}
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <h2
          id={heading}
          aria-label={t('answer', { place, model: name })}
          className="min-w-0 truncate font-semibold"
        >
          <RevealText text={name} wrap={false} />
        </h2>
        {note && <span className="min-w-0 truncate text-small text-fg-3">{note}</span>}
        {isMarked && (
          <Badge tone="accent" title={t('continuesHint')} className="ml-auto">
            {t('continues')}
          </Badge>
        )}
      </header>
      {children}
    </div>
  )
}

/** The place of an answer whose model was not asked yet. */
function NotAsked({ turn, model, busy }: { turn: TranscriptTurn; model: ModelRef; busy: boolean }) {
  const t = useComparisonWords()
  const { name } = useModelWords(model)
  const ask = useAction('chat.compare')
  if (busy)
    return (
      <p className="flex items-center gap-2 text-note text-fg-3">
        <Spinner size={12} decorative />
        {t('waits')}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-2 text-note text-fg-2">
      <span>{t('notAsked')}</span>
      <Button
        size="small"
        loading={ask.isPending}
        onClick={() => ask.mutate({ id: turn.conversationId, turnId: turn.id, model })}
      >
        {t('ask', { model: name })}
      </Button>
    </div>
  )
}

function Unread({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) {
  const t = useComparisonWords()
  if (!isFailed)
    return (
      <div aria-busy aria-label={t('loading')}>
        <Skeleton lines={3} />
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-2 text-note text-fg-2">
      <span>{t('unread')}</span>
      <Button size="small" icon={RotateCw} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

interface AnswerProps extends ComparisonProps {
  place: 1 | 2
  /** The chat continues with it. */
  isShown: boolean
}

function Answer({ turn, place, isShown, busy, onScroll, Row }: AnswerProps) {
  const t = useComparisonWords()
  const rows = useAnswerRows(turn)
  const { model, conversationId, status, comparison } = turn
  if (model === null) return null
  const isOver = status !== 'running'
  return (
    <Column model={model} place={place} isMarked={isShown && !busy && comparison?.turnId !== null}>
      {turn.entriesBefore > 1 && <p className="text-small text-fg-3">{t('cut')}</p>}
      {rows.map((row) => (
        <Row
          key={row.id}
          row={row}
          conversationId={conversationId}
          busy={busy}
          isPinned={false}
          onScroll={onScroll}
        />
      ))}
      {isOver && (
        <>
          {status !== 'done' && <TurnOutcome turn={turn} isLast={isShown && !busy} />}
          <TurnNotes turn={turn} />
          <RanByMode turn={turn} />
          <Foot turn={turn} model={model} busy={busy} />
        </>
      )}
    </Column>
  )
}

function useAnswerRows(turn: TranscriptTurn) {
  const [builder] = useState(createRowBuilder)
  return useMemo(() => {
    const { comparison: _comparison, ...plain } = turn
    const { rows } = builder.build({ turns: [plain], hasAfter: true })
    return rows.filter(({ kind }) => kind !== 'user' && kind !== 'footer')
  }, [builder, turn])
}

function Foot({ turn, model, busy }: { turn: TranscriptTurn; model: ModelRef; busy: boolean }) {
  const t = useComparisonWords()
  const chat = useT('chat')
  const { request } = useBridge()
  const announce = useUi((ui) => ui.announce)
  const { name } = useModelWords(model)
  const keep = useAction('chat.keep-answer')
  const press = (): void =>
    keep.perform({ id: turn.conversationId, turnId: turn.id }, () => {
      announce(t('kept', { model: name }))
      document.querySelector<HTMLElement>(COMPOSER)?.focus({ preventScroll: true })
    })
  return (
    <div className="-ml-1.5 flex flex-wrap items-center gap-1.5 text-micro text-fg-3">
      {turn.entries.some(({ kind }) => kind === 'assistant-message') && (
        <CopyButton text={() => answerOf(turn, request)} label={chat('transcript.copyAnswer')} />
      )}
      <TurnFacts turn={turn} />
      {turn.status !== 'failed' && (
        <Button
          size="small"
          className="ml-auto"
          title={t('keepHint', { model: name })}
          disabled={busy}
          loading={keep.isPending}
          onClick={press}
        >
          {t('keep')}
        </Button>
      )}
    </div>
  )
}
