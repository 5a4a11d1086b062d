import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** With its placeholders: `t('key', { skipInterpolation: true })`. */
  words: string
  /** Content in place of each placeholder. */
  filled: Readonly<Record<string, ReactNode>>
  /** In a flex row: each stretch of words is an element of this class. */
  wordsClassName?: string
}

/** A whole sentence of one language in which a name or a path is drawn in its own way. */
export function Sentence({ words, filled, wordsClassName }: SentenceProps) {
  return words.split(/\{\{(\w+)\}\}/).map((part, index) => {
    if (index % 2 === 1) return <Fragment key={index}>{filled[part]}</Fragment>
    if (wordsClassName === undefined) return part
    if (part.trim() === '') return null
    return (
      <span key={index} className={wordsClassName}>
        {part.trim()}
      </span>
    )
  })
}
