import type {
  AssistantMessage,
  Entry,
  ModelFailure,
  TokenUsage,
  TranscriptTurn,
} from '@gatehouse/domain'
import { Columns2, GitFork, Play, RotateCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, Callout, classNames, CopyButton, IconButton } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useModelFailureWords } from '../../../lib/words/model-failure-words.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction, useServers } from '../../../lib/queries/index.ts'
import type { RequestRoute } from '../../../lib/bridge/request-route.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { RanByMode } from '../approvals/ran-by-mode.tsx'
import { RegenerateWith } from '../regenerate-with.tsx'
import type { RunToolState } from '../calls/run-tool.tsx'
import { runToolKey, toolFormKey } from '../calls/tool-form-key.ts'
import { turnDuration } from './turn-duration.ts'
import { MessageMenu, onDemand } from './message-menu.tsx'
import { useMessageWords } from './message-words.ts'
import { useFork } from './use-fork.ts'
import { LeftOutTools } from '../tools/left-out-tools.tsx'
import type { ChangedParameter } from '@gatehouse/domain/chats'
import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'

const CompareAnswer = createLazyPart(
  async () => (await import('../comparison/compare-answer.tsx')).CompareAnswer,
  null,
)

/** Names of the parameters in the chat settings. */
const PARAMETER_NAMES = {
  temperature: 'setup.temperature',
  maxOutputTokens: 'setup.maxTokens',
  reasoningEffort: 'setup.effort',
  stopSequences: 'setup.stop',
} as const

interface TurnFooterProps {
  turn: TranscriptTurn
  isLast: boolean
  /** A turn of the chat runs: nothing can be made again. */
  busy?: boolean
}

/** End of a turn, with the acts on its answer. Those of earlier answers appear on hover and focus. */
export function TurnFooter({ turn, isLast, busy = false }: TurnFooterProps) {
  const outcome = <TurnOutcome turn={turn} isLast={isLast} />
  return (
    <div className="flex flex-col gap-2" data-testid="turn-footer" data-status={turn.status}>
      {turn.status !== 'done' && outcome}
      <TurnSummary turn={turn} isLast={isLast} busy={busy} />
    </div>
  )
}

/** In a narrow window they take a second line. The dots between them are not read out. */
const facts =
  "flex min-w-0 flex-wrap items-center gap-x-1 [&>*+*]:before:mr-1 [&>*+*]:before:content-['·'_/_'']"

function TurnSummary({ turn, isLast, busy }: Required<TurnFooterProps>) {
  const t = useT('chat')
  const { request } = useBridge()
  const retry = useAction('chat.retry')
  const words = useMessageWords()
  const { fork, isPending: isForking } = useFork()
  const [isComparing, setComparing] = useState(false)
  const answer = turn.entries.findLast(isText)
  const hasText = answer !== undefined || turn.entriesBefore > 0
  if (turn.step === 0) return null
  return (
    <>
      <TurnNotes turn={turn} />
      <RanByMode turn={turn} />
      <div
        data-quoted
        className={classNames(
          'group flex items-center gap-1.5 text-micro text-fg-3',
          isLast && '-ml-1.5',
        )}
      >
        <div
          // What is drawn on demand leaves no hole before the facts.
          className={classNames('flex items-center gap-1.5', !isLast && `${onDemand} order-last`)}
        >
          {hasText && (
            <CopyButton
              text={() => answerOf(turn, request)}
              label={t('transcript.copyAnswer')}
              act={isLast ? 'copy-answer' : undefined}
            />
          )}
          {turn.origin === 'message' && turn.status === 'done' && (
            <>
              <IconButton
                size="small"
                icon={RotateCw}
                label={t('turn.regenerate')}
                {...(isLast && { keys: 'Mod+Shift+E', 'data-act': 'regenerate' })}
                disabled={busy || retry.isPending}
                onClick={() => retry.mutate({ id: turn.conversationId, turnId: turn.id })}
              />
              <RegenerateWith turn={turn} disabled={busy || retry.isPending} />
            </>
          )}
          {turn.status !== 'running' && (
            <IconButton
              size="small"
              icon={GitFork}
              label={words('fork')}
              disabled={isForking}
              onClick={() => fork(turn)}
            />
          )}
          {hasText && (
            <MessageMenu
              text={() => answerOf(turn, request)}
              place={
                answer && {
                  conversationId: turn.conversationId,
                  turnId: turn.id,
                  entryId: answer.id,
                }
              }
              entries={
                turn.model && turn.origin === 'message' && turn.status !== 'running'
                  ? [
                      {
                        label: words('compare'),
                        icon: Columns2,
                        disabled: busy,
                        onSelect: () => setComparing(true),
                      },
                    ]
                  : []
              }
            />
          )}
        </div>
        <TurnFacts turn={turn} isNamed />
      </div>
      {isComparing && <CompareAnswer turn={turn} onClose={() => setComparing(false)} />}
    </>
  )
}

/** Time, tokens and cost of a turn. `isNamed`: after its model. */
export function TurnFacts({ turn, isNamed = false }: { turn: TranscriptTurn; isNamed?: boolean }) {
  const t = useT('chat')
  const { clock, moment, duration } = useFormats()
  const { usage, model } = turn
  const took = turnDuration(turn)
  return (
    <div className={facts}>
      {isNamed && model && <span className="max-w-full truncate">{model.modelId}</span>}
      {turn.endedAt !== null && (
        <span title={moment(turn.endedAt)} className="whitespace-nowrap tabular-nums">
          {took === undefined
            ? clock(turn.endedAt)
            : t('turn.took', { time: clock(turn.endedAt), duration: duration(took) })}
        </span>
      )}
      {usage && <TurnUsage usage={usage} requests={turn.step} cost={turn.cost} />}
    </div>
  )
}

/** Tokens of a turn's steps, as the provider counted, and their cost if a price is known. */
function TurnUsage({
  usage,
  requests,
  cost,
}: {
  usage: TokenUsage
  requests: number
  cost: number | undefined
}) {
  const t = useT('chat')
  const { number, dollars } = useFormats()
  const { inputTokens, cachedTokens, outputTokens } = usage
  if (inputTokens === undefined && outputTokens === undefined) return null
  const counted = (count: number | undefined): string => (count === undefined ? '–' : number(count))
  const counts = {
    input: counted(inputTokens),
    output: counted(outputTokens),
    cached: counted(cachedTokens),
  }
  return (
    <>
      <span
        title={t('turn.tokensHint', { count: requests })}
        className="whitespace-nowrap tabular-nums"
      >
        {t(cachedTokens === undefined ? 'turn.tokens' : 'turn.tokensCached', counts)}
      </span>
      {cost !== undefined && (
        <span title={t('turn.costHint')} className="whitespace-nowrap tabular-nums">
          {dollars(cost)}
        </span>
      )}
    </>
  )
}

const isText = (entry: Entry): entry is AssistantMessage =>
  entry.kind === 'assistant-message' && entry.text !== ''

/** The words of all steps of a turn, those too that are on pages which are not here. */
export async function answerOf(turn: TranscriptTurn, request: RequestRoute): Promise<string> {
  const { id: turnId, conversationId: id } = turn
  let { entries, entriesBefore } = turn
  while (entriesBefore > 0) {
    const anchor = { turnId, entryId: entries[0]?.id ?? '' }
    const page = await request('chat.page', { id, anchor, side: 'before', entries: 200 })
    const part = page.turns.find((one) => one.id === turnId)
    if (!part) break
    entries = [...part.entries, ...entries]
    entriesBefore = part.entriesBefore
  }
  return entries
    .filter(isText)
    .map(({ text }) => text)
    .join('\n\n')
}

/** Reason of an answer that is not complete, and the ways on. */
export function TurnOutcome({ turn, isLast }: TurnFooterProps) {
  const t = useT('chat')
  const errors = useT('errors')
  const failureWords = useModelFailureWords()
  const { duration } = useFormats()
  const reason =
    turn.failure === null
      ? ''
      : wordsWithWait(turn.failure, failureWords, (problem, ms) =>
          errors('withWait', { problem, time: duration(ms) }),
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
  withWait: (problem: string, ms: number) => string,
): string {
  const text = words(failure)
  return failure.retryAfterSeconds ? withWait(text, failure.retryAfterSeconds * 1000) : text
}

function QuietOutcome({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line pt-2 text-note text-fg-2">
      <span>{children}</span>
      <span className="flex gap-2">{actions}</span>
    </div>
  )
}

/** Failures that trying again cannot fix by itself: what fixes them comes first. */
const needsKey = new Set<ModelFailure['code']>([
  'key-missing',
  'keychain-unavailable',
  'key-elsewhere',
  'key-refused',
])

/** Opens the form of the tool with the arguments of the call that the model wrote into its text. */
function RunWrittenCall({ turn }: { turn: TranscriptTurn }) {
  const t = useT('chat')
  const [, fillIn] = useRetainedState<RunToolState>(runToolKey(turn.conversationId))
  const keep = useUi((ui) => ui.keep)
  const servers = useServers().data
  const { tool, arguments: initial } = turn.failure?.writtenCall ?? {}
  if (!tool || !initial || !servers?.some(({ config }) => config.id === tool.serverId)) return null
  const open = () => {
    keep(toolFormKey(tool.serverId, tool.toolName), undefined)
    fillIn({ step: 'fill', choice: tool, initial })
  }
  return (
    <Button size="small" icon={Play} onClick={open}>
      {t('turn.runWrittenCall')}
    </Button>
  )
}

function TurnActions({ turn }: { turn: TranscriptTurn }) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const retry = useAction('chat.retry')
  const proceed = useAction('chat.continue')
  const id = turn.conversationId
  const busy = retry.isPending || proceed.isPending
  const mayContinue =
    turn.model !== null &&
    (turn.status === 'step-limit' || (turn.status !== 'failed' && turn.step > 0))
  const mayRetry = turn.origin === 'message'
  const failure = turn.failure?.code
  return (
    <>
      <RunWrittenCall turn={turn} />
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
          onClick={() => retry.mutate({ id, turnId: turn.id })}
        >
          {t('turn.retry')}
        </Button>
      )}
    </>
  )
}

/** Parts of a turn that its model was not given, or was given otherwise. */
export function TurnNotes({ turn }: { turn: TranscriptTurn }) {
  const t = useT('chat')
  const { list } = useFormats()
  const { leftOutTurns, leftOutPinned, contextRefused, resultsShortened } = turn
  const { leftOutParameters, changedParameters, leftOutTools = [], providerDataLeftOut } = turn
  return (
    <>
      {leftOutTurns !== undefined && (
        <p className="text-small text-fg-3">
          {t(contextRefused ? 'turn.contextFull' : 'turn.leftOut', { count: leftOutTurns })}
        </p>
      )}
      {resultsShortened && <p className="text-small text-fg-3">{t('turn.resultsShortened')}</p>}
      {providerDataLeftOut && (
        <p className="text-small text-fg-3">{t('turn.providerDataLeftOut')}</p>
      )}
      {leftOutPinned !== undefined && (
        <p className="text-small text-fg-3">{t('turn.leftOutPinned', { count: leftOutPinned })}</p>
      )}
      {leftOutParameters !== undefined && (
        <p className="text-small text-fg-2">
          {t('setup.leftOut', {
            names: list(leftOutParameters.map((name) => t(PARAMETER_NAMES[name]))),
          })}
        </p>
      )}
      {changedParameters !== undefined && <ChangedParameters changed={changedParameters} />}
      {leftOutTools.length > 0 && <LeftOutTools tools={leftOutTools} />}
    </>
  )
}

/** Parameters that the model was sent in place of the chat's. */
function ChangedParameters({ changed }: { changed: readonly ChangedParameter[] }) {
  const t = useT('chat')
  const { number, list } = useFormats()
  const changes = changed.map(({ name, value }) =>
    t('setup.changedTo', {
      name: t(PARAMETER_NAMES[name]),
      value: typeof value === 'number' ? number(value) : t(`setup.efforts.${value}`),
    }),
  )
  return <p className="text-small text-fg-2">{t('setup.changed', { list: list(changes) })}</p>
}
