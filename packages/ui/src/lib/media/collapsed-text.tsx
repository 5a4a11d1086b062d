import { useMemo, useState } from 'react'
import { Button, CopyButton, RevealText } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'

/** Lines and characters of a text that are shown before "Show all". */
const FOLD_LINES = 30
const FOLD_CHARACTERS = 6000

/** Where to cut; `null` when it is short enough to be shown whole. */
function foldAt(text: string): number | null {
  let end = -1
  for (let line = 0; line < FOLD_LINES; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) break
  }
  const cut = Math.min(end < 0 ? text.length : end, FOLD_CHARACTERS)
  return cut < text.length - 200 ? cut : null
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

interface CollapsedTextProps {
  text: string
  /** Accessible name of the scrolling box. */
  label: string
  tone?: 'danger' | undefined
}

/** A text of a server in monospace, folded when long and never truncated. */
export function CollapsedText({ text, label, tone }: CollapsedTextProps) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  const fold = useMemo(() => foldAt(text), [text])
  const lines = useMemo(() => countLines(text), [text])
  return (
    <div className="group/text relative flex flex-col gap-1">
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        className={`max-h-[60vh] overflow-auto font-mono text-small focus-visible:outline-offset-4 ${tone === 'danger' ? 'text-danger' : 'text-fg'}`}
      >
        <RevealText text={fold === null || open ? text : text.slice(0, fold)} />
      </pre>
      {fold !== null && (
        <Button
          size="small"
          variant="ghost"
          className="-ml-2 self-start"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t('call.showLess') : t('call.showAll', { count: lines })}
        </Button>
      )}
      <div className="absolute -top-1 right-0 rounded-md bg-card opacity-0 group-focus-within/text:opacity-100 group-hover/text:opacity-100">
        <CopyButton text={text} />
      </div>
    </div>
  )
}
