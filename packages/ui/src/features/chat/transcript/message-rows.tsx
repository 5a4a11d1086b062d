import { STEP_LIMITS, type AssistantMessage } from '@gatehouse/domain'
import { memo } from 'react'
import { Callout, Spinner, VisuallyHidden } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useStopwatch } from '../../../lib/formats/stopwatch.ts'
import { Reasoning } from './reasoning.tsx'

interface AssistantRowProps {
  text: string
  reasoning: string
  status: AssistantMessage['status']
  /** The first part of an answer names what it is. */
  isFirst?: boolean | undefined
}

/** An answer, or a stretch of a long one. */
export const AssistantRow = memo(function AssistantRow(props: AssistantRowProps) {
  const { text, reasoning, status, isFirst = true } = props
  const t = useT('chat')
  const streaming = status === 'streaming'
  return (
    <div data-testid="assistant-message" data-status={status} aria-busy={streaming || undefined}>
      {isFirst && <VisuallyHidden>{t('transcript.assistant')}: </VisuallyHidden>}
      {reasoning !== '' && <Reasoning text={reasoning} thinking={streaming && text === ''} />}
      {text !== '' && <Markdown text={text} streaming={streaming} />}
    </div>
  )
})

/** Calls of a step beyond what one may have. */
export function RefusedRow({ count }: { count: number }) {
  const t = useT('chat')
  return (
    <div data-testid="refused-calls">
      <Callout tone="warning">
        {t('transcript.refusedCalls', { count, limit: STEP_LIMITS.calls })}
      </Callout>
    </div>
  )
}

/** `since`: when the model was asked, in milliseconds since the Unix epoch. */
export function ThinkingRow({ since }: { since?: number | undefined }) {
  const t = useT('chat')
  const common = useT('common')
  const elapsed = useStopwatch(since)
  return (
    <div className="flex items-center gap-2 text-note text-fg-3">
      <Spinner size={12} decorative />
      {t('transcript.thinking')}
      {elapsed !== '' && (
        <span className="tabular-nums">
          <VisuallyHidden>{common('kit.elapsed')} </VisuallyHidden>
          {elapsed}
        </span>
      )}
    </div>
  )
}

export function PreparingRow({ toolTitle, characters }: { toolTitle: string; characters: number }) {
  const t = useT('chat')
  return (
    <div className="flex items-center gap-2 text-note text-fg-3 tabular-nums">
      <Spinner size={12} decorative />
      <span className="truncate">
        {t('transcript.preparing', { tool: oneLine(toolTitle, 80), count: characters })}
      </span>
    </div>
  )
}
