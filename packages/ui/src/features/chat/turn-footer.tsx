import type { ModelFailure, Turn } from '@gatehouse/domain'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Callout, CopyButton } from '../../kit/index.ts'
import { useModelFailureWords } from '../../lib/error-words.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLocale, useT } from '../../lib/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { turnUsage } from './transcript-rows.ts'

interface TurnFooterProps {
  turn: Turn
  isLast: boolean
}

/** How a turn ended, and what can be done about it while it is the last one. */
export function TurnFooter({ turn, isLast }: TurnFooterProps) {
  const outcome = <TurnOutcome turn={turn} isLast={isLast} />
  return (
    <div className="flex flex-col gap-2" data-testid="turn-footer" data-status={turn.status}>
      {turn.status !== 'done' && outcome}
      <TurnFacts turn={turn} />
    </div>
  )
}

function TurnFacts({ turn }: { turn: Turn }) {
  const t = useT('chat')
  const locale = useLocale()
  const usage = turnUsage(turn)
  const text = () =>
    turn.entries
      .flatMap((entry) =>
        entry.kind === 'assistant-message' && entry.text !== '' ? [entry.text] : [],
      )
      .join('\n\n')
  const hasText = turn.entries.some(
    (entry) => entry.kind === 'assistant-message' && entry.text !== '',
  )
  if (!hasText && !usage) return null
  const count = new Intl.NumberFormat(locale)
  return (
    <div className="-ml-1.5 flex items-center gap-1.5 text-micro text-fg-3">
      {hasText && <CopyButton text={text} label={t('transcript.copyAnswer')} />}
      {turn.model && <span className="truncate">{turn.model.modelId}</span>}
      {usage && (
        <span title={t('turn.tokensHint')} className="whitespace-nowrap tabular-nums">
          {t('turn.tokens', {
            input: count.format(usage.input),
            output: count.format(usage.output),
          })}
        </span>
      )}
    </div>
  )
}

function TurnOutcome({ turn, isLast }: TurnFooterProps) {
  const t = useT('chat')
  const failureWords = useModelFailureWords()
  const { duration } = useFormats()
  const reason =
    turn.failure === null
      ? ''
      : wordsWithWait(turn.failure, failureWords, (ms) =>
          t('turn.retryAfter', { time: duration(ms) }),
        )
  const actions = isLast ? <TurnActions turn={turn} /> : null
  switch (turn.status) {
    case 'running':
    case 'done':
      return null
    case 'stopped':
      return <QuietOutcome actions={actions}>{t('turn.stopped')}</QuietOutcome>
    case 'step-limit':
      return (
        <QuietOutcome actions={actions}>
          {t('turn.stepLimit', { count: turn.stepLimit })}
        </QuietOutcome>
      )
    case 'interrupted':
      return (
        <Callout tone="warning" actions={actions}>
          {reason === '' ? t('turn.interrupted') : t('turn.interruptedBecause', { reason })}
        </Callout>
      )
    case 'failed':
      return (
        <Callout tone="danger" actions={actions}>
          {t('turn.failed', { reason })}
        </Callout>
      )
  }
}

function wordsWithWait(
  failure: ModelFailure,
  words: (failure: ModelFailure) => string,
  wait: (ms: number) => string,
): string {
  const said = words(failure)
  return failure.retryAfterSeconds ? `${said} ${wait(failure.retryAfterSeconds * 1000)}` : said
}

function QuietOutcome({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line pt-2 text-note text-fg-2">
      <span>{children}</span>
      <span className="flex gap-2">{actions}</span>
    </div>
  )
}

/** Failures that trying again cannot mend by itself: what mends them comes first. */
const needsKey = new Set<ModelFailure['code']>(['key-missing', 'key-elsewhere', 'key-refused'])

function TurnActions({ turn }: { turn: Turn }) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const retry = useAction('chat.retry')
  const proceed = useAction('chat.continue')
  const id = turn.conversationId
  const busy = retry.isPending || proceed.isPending
  const saidSomething = turn.entries.some((entry) => entry.kind !== 'user-message')
  const mayContinue =
    turn.model !== null &&
    (turn.status === 'step-limit' || (turn.status !== 'failed' && saidSomething))
  const mayRetry = turn.entries.some((entry) => entry.kind === 'user-message')
  const failure = turn.failure?.code
  return (
    <>
      {failure && needsKey.has(failure) && turn.model && (
        <Button
          size="small"
          onClick={() => show({ kind: 'connect-model', providerId: turn.model?.providerId ?? '' })}
        >
          {t('turn.enterKey')}
        </Button>
      )}
      {mayContinue && (
        <Button
          size="small"
          variant={turn.status === 'step-limit' ? 'primary' : 'secondary'}
          loading={proceed.isPending}
          disabled={busy && !proceed.isPending}
          onClick={() => proceed.mutate({ id })}
        >
          {t('turn.continue')}
        </Button>
      )}
      {mayRetry && turn.status !== 'step-limit' && (
        <Button
          size="small"
          icon={RotateCw}
          title={t('turn.retryHint')}
          loading={retry.isPending}
          disabled={busy && !retry.isPending}
          onClick={() => retry.mutate({ id })}
        >
          {t('turn.retry')}
        </Button>
      )}
    </>
  )
}
