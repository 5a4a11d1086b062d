import { STEP_LIMITS, type AssistantMessage } from '@gatehouse/domain'
import { memo, useState } from 'react'
import {
  Callout,
  Spinner,
  VisuallyHidden,
  classNames,
  Icon,
  RevealText,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useStopwatch } from '../../../lib/formats/stopwatch.ts'
import { ChevronRight } from 'lucide-react'

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

/** Number of calls that have one card. */
export function RepeatedCalls({ count }: { count: number }) {
  const t = useT('chat')
  if (count < 2) return null
  return <p className="pt-1.5 pl-4 text-small text-fg-3">{t('call.repeated', { count })}</p>
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

/** The model's reasoning before its answer: folded away, in plain text. */
function Reasoning({ text, thinking }: { text: string; thinking: boolean }) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  return (
    <div className="mb-1.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm px-1 text-note text-fg-3 hover:text-fg"
      >
        <Icon
          icon={ChevronRight}
          size={14}
          className={classNames('transition-transform duration-100', open && 'rotate-90')}
        />
        <span className={classNames(thinking && 'motion-pulse')}>
          {t(thinking ? 'transcript.thinking' : 'transcript.reasoning')}
        </span>
      </button>
      {open && (
        <div
          tabIndex={0}
          role="group"
          aria-label={t('transcript.reasoning')}
          className="mt-1 max-h-80 overflow-auto border-l-2 border-line pl-3 text-note text-fg-2"
        >
          <RevealText text={text} />
        </div>
      )}
    </div>
  )
}
