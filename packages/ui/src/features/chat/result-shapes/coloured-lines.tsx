import { useMemo } from 'react'
import { classNames, RevealText, useIncrementalList } from '../../../kit/index.ts'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'

const LINES = { first: 300, step: 1000 }

export interface ColouredLinesProps {
  text: string
  /** Accessible name. */
  label: string
  /** The classes of a line. */
  tone: (line: string) => string | undefined
}

/** Text line by line, each in the colour of its kind. */
export function ColouredLines({ text, label, tone }: ColouredLinesProps) {
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r?\n/), [text])
  const steps = useIncrementalList(lines.length, LINES)
  return (
    <div className="flex flex-col gap-1">
      <div
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-[60vh] overflow-auto rounded-lg border border-line py-1 font-mono text-small focus-visible:-outline-offset-2"
      >
        <div className="w-max min-w-full">
          {lines.slice(0, steps.shown).map((line, index) => (
            <div key={index} className={classNames('min-h-[1lh] px-3', tone(line))}>
              <RevealText text={line} wrap={false} />
            </div>
          ))}
        </div>
      </div>
      <ShowMoreButton steps={steps} />
    </div>
  )
}

/** The colours of a line of a unified diff. */
export function diffTone(line: string): string | undefined {
  if (/^(?:---|\+\+\+|diff |index |Index: )/.test(line)) return 'text-fg-3'
  if (line.startsWith('@@')) return 'bg-sunken text-fg-3'
  if (line.startsWith('+')) return 'bg-success-soft text-success'
  return line.startsWith('-') ? 'bg-danger-soft text-danger' : undefined
}
