import { useMemo, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { formatCodePoint, hasHidden, revealHidden } from './hidden-characters.ts'
import { useKit } from './kit-labels.ts'

export interface RevealTextProps {
  text: string
  /** false keeps long lines long, for a scrolling block. */
  wrap?: boolean | undefined
  className?: string | undefined
}

/**
 * Text from a server or a model, exactly as it is: real newlines, its own direction kept from leaking
 * out, and each invisible, bidirectional or control character drawn as a chip with its code point.
 */
export function RevealText({ text, wrap = true, className }: RevealTextProps) {
  const { labels } = useKit()
  const segments = useMemo(() => revealHidden(text), [text])
  return (
    <bdi
      className={classNames(
        wrap ? 'break-words whitespace-pre-wrap' : 'whitespace-pre',
        '[tab-size:4]',
        className,
      )}
    >
      {segments.map((segment, index) =>
        segment.kind === 'text' ? (
          segment.text
        ) : (
          <span
            key={index}
            title={labels.hiddenCharacter}
            className="mx-px inline-block rounded-sm bg-danger-soft px-1 align-baseline font-mono text-[0.85em] leading-[1.35] text-danger select-none"
          >
            {formatCodePoint(segment.codePoint)}
            {segment.count > 1 && `×${segment.count}`}
          </span>
        ),
      )}
    </bdi>
  )
}

/** A label that may be somebody else's text: a string with hidden characters is drawn with them revealed. */
export function revealed(label: ReactNode): ReactNode {
  return typeof label === 'string' && hasHidden(label) ? (
    <RevealText text={label} wrap={false} />
  ) : (
    label
  )
}
