import type { OutputLine } from '@gatehouse/domain/doctor'
import { useState } from 'react'
import { Button, classNames, RevealText } from '../../../kit/index.ts'
import { useDoctorTranslation } from './use-doctor-translation.ts'

/** Lines that are drawn before "Show all". */
const SHORT = 6

/** A printed line, or a run of lines of a stack that is folded. */
type Part = { kind: 'line'; line: OutputLine } | { kind: 'stack'; lines: OutputLine[] }

function partsOf(lines: readonly OutputLine[]): Part[] {
  const parts: Part[] = []
  for (const line of lines) {
    const before = parts.at(-1)
    if (!line.isStack) parts.push({ kind: 'line', line })
    else if (before?.kind === 'stack') before.lines.push(line)
    else parts.push({ kind: 'stack', lines: [line] })
  }
  return parts
}

/** Lines that a server printed: the likely cause marked, stacks folded, six lines first. */
export function PrintedOutput({
  lines,
  cause,
}: {
  lines: readonly OutputLine[]
  cause?: number | undefined
}) {
  const t = useDoctorTranslation()
  const [isWhole, setWhole] = useState(false)
  const parts = partsOf(lines)
  const causeAt = parts.findIndex((part) => part.kind === 'line' && part.line.number === cause)
  // Around the cause, else the end: that is where a program says why it leaves.
  const from = Math.max(0, causeAt < 0 ? parts.length - SHORT : causeAt - 2)
  const shown = isWhole ? parts : parts.slice(from, from + SHORT)
  return (
    <div className="flex flex-col gap-1">
      <ol
        aria-label={t('output')}
        tabIndex={isWhole ? 0 : undefined}
        className="max-h-80 overflow-y-auto rounded-lg border border-line bg-sunken py-1 font-mono text-small text-fg"
      >
        {shown.map((part) =>
          part.kind === 'line' ? (
            <Line key={part.line.number} line={part.line} isCause={part.line.number === cause} />
          ) : (
            <Stack key={part.lines[0]?.number} lines={part.lines} />
          ),
        )}
      </ol>
      {parts.length > SHORT && (
        <Button
          size="small"
          variant="ghost"
          className="self-start"
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'showLess' : 'showAll', { count: lines.length })}
        </Button>
      )}
    </div>
  )
}

function Line({ line, isCause }: { line: OutputLine; isCause: boolean }) {
  return (
    <li
      aria-current={isCause ? 'true' : undefined}
      className={classNames(
        'grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2 px-2 py-px',
        isCause && 'bg-danger-soft',
      )}
    >
      <span
        aria-hidden
        className={classNames('text-right tabular-nums', isCause ? 'text-danger' : 'text-fg-3')}
      >
        {line.number}
      </span>
      <RevealText text={line.text} />
    </li>
  )
}

function Stack({ lines }: { lines: readonly OutputLine[] }) {
  const t = useDoctorTranslation()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return lines.map((line) => <Line key={line.number} line={line} isCause={false} />)
  return (
    <li className="pr-2 pl-11">
      <button
        type="button"
        className="rounded-sm text-fg-3 hover:text-fg"
        onClick={() => setOpen(true)}
      >
        {t('stack', { count: lines.length })}
      </button>
    </li>
  )
}
