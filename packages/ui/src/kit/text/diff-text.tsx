import { diffLines, diffWordsWithSpace, type Change } from 'diff'
import { useMemo } from 'react'
import { classNames } from '../class-names.ts'
import { RevealText } from './reveal-text.tsx'

export interface DiffTextProps {
  before: string
  after: string
  className?: string | undefined
}

/** Beyond this a word diff takes longer than a frame; lines are compared then. */
const MAX_WORD_DIFF = 20_000
/** Time and memory grow with the square of what differs: texts that differ more have little in common. */
const AT_MOST = { maxEditLength: 400 }

function compare(before: string, after: string): Change[] {
  const words =
    before.length + after.length > MAX_WORD_DIFF
      ? undefined
      : diffWordsWithSpace(before, after, AT_MOST)
  return words ?? diffLines(before, after, AT_MOST) ?? whole(before, after)
}

function whole(before: string, after: string): Change[] {
  return [
    { value: before, removed: true, added: false, count: 1 },
    { value: after, removed: false, added: true, count: 1 },
  ]
}

/** Changes of a text, word by word: deletions are struck through, additions are marked. */
export function DiffText({ before, after, className }: DiffTextProps) {
  const parts = useMemo(() => compare(before, after), [before, after])
  return (
    <span className={classNames('break-words whitespace-pre-wrap', className)}>
      {parts.map((part, index) => {
        if (part.removed) {
          return (
            <del key={index} className="rounded-sm bg-danger-soft px-0.5 text-danger line-through">
              <RevealText text={part.value} />
            </del>
          )
        }
        if (part.added) {
          return (
            <ins
              key={index}
              className="rounded-sm bg-success-soft px-0.5 text-success no-underline"
            >
              <RevealText text={part.value} />
            </ins>
          )
        }
        return <RevealText key={index} text={part.value} />
      })}
    </span>
  )
}
