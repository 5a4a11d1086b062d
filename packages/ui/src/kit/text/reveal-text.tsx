import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { classNames } from '../class-names.ts'
import {
  formatCodePoint,
  hasHidden,
  revealHidden,
  type RevealedSegment,
} from './hidden-characters.ts'
import { useKit } from '../kit-labels.ts'
import { useUnseenPart } from './unseen-parts.tsx'

export interface RevealTextProps {
  text: string
  /** false keeps long lines long, for a scrolling block. */
  wrap?: boolean | undefined
  className?: string | undefined
}

/** Characters that are drawn before "Show more" and by each press of it, and chips for hidden ones likewise. */
const BY_STEPS = { characters: 60_000, chips: 500 }
/** Where a person decides on the text: as much as the arguments of one call can hold. */
const WHOLE = { characters: 1_200_000, chips: 4000 }

const WholeText = createContext(false)

/** Around text that a person decides on: drawn whole, as far as a window can, and each CR of it too. */
export function ShowWholeText({ children }: { children: ReactNode }) {
  return <WholeText value>{children}</WholeText>
}

/**
 * Text from a server or a model, exactly as it is: real newlines, its own direction kept from leaking
 * out, and each invisible, bidirectional or control character drawn as a chip with its code point. What is
 * longer than a window can draw at once shows how much is left and draws it step by step.
 */
export function RevealText({ text, wrap = true, className }: RevealTextProps) {
  const { labels } = useKit()
  const [steps, setSteps] = useState(1)
  const exact = useContext(WholeText)
  const { segments, left } = useMemo(() => {
    const { characters, chips } = exact ? WHOLE : BY_STEPS
    return revealBegin(text, { characters: steps * characters, chips: steps * chips, exact })
  }, [text, steps, exact])
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
            data-code-point={segment.codePoint}
            data-count={segment.count}
            className="mx-px inline-block rounded-sm bg-danger-soft px-1 align-baseline font-mono text-[0.85em] leading-[1.35] text-danger select-none"
          >
            {formatCodePoint(segment.codePoint)}
            {segment.count > 1 && `×${segment.count}`}
          </span>
        ),
      )}
      {left > 0 && <CutCounter onOpen={() => setSteps(steps + 1)} />}
      {left > 0 && !wrap && <span className="text-fg-3">… {labels.moreCharacters(left)}</span>}
      {left > 0 && wrap && (
        <button
          type="button"
          data-more-text={left}
          onClick={(event) => {
            event.stopPropagation()
            setSteps(steps + 1)
          }}
          className="mx-1 rounded-sm border border-line-strong bg-card px-1.5 font-sans text-small text-accent select-none hover:bg-hover"
        >
          … {labels.showMoreCharacters(left)}
        </button>
      )}
    </bdi>
  )
}

/** On a card whose answer lets this text out: its end was not in view. */
function CutCounter({ onOpen }: { onOpen: () => void }) {
  const opening = useUnseenPart(1)
  const last = useRef(opening)
  useEffect(() => {
    if (opening === last.current) return
    last.current = opening
    onOpen()
  }, [opening, onOpen])
  return null
}

/** A label that may be untrusted text: hidden characters in a string are revealed. */
export function revealed(label: ReactNode): ReactNode {
  return typeof label === 'string' && hasHidden(label) ? (
    <RevealText text={label} wrap={false} />
  ) : (
    label
  )
}

/** The segments of the begin of a text, and how many characters come after them. */
function revealBegin(
  text: string,
  limit: { characters: number; chips: number; exact: boolean },
): { segments: RevealedSegment[]; left: number } {
  let end = Math.min(text.length, limit.characters)
  // Both halves of a pair, or neither.
  if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1
  const segments: RevealedSegment[] = []
  let chips = 0
  let shown = 0
  for (const segment of revealHidden(text.slice(0, end), limit.exact)) {
    if (segment.kind === 'hidden' && chips === limit.chips)
      return { segments, left: text.length - shown }
    if (segment.kind === 'hidden') chips += 1
    shown += segment.kind === 'text' ? segment.text.length : lengthOf(segment)
    segments.push(segment)
  }
  return { segments, left: text.length - end }
}

function lengthOf({ codePoint, count }: Extract<RevealedSegment, { kind: 'hidden' }>): number {
  return count * (codePoint > 0xffff ? 2 : 1)
}
