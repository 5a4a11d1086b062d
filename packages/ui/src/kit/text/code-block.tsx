import { memo, useMemo, type ReactNode, type Ref } from 'react'
import { classNames } from '../class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { useKit } from '../kit-labels.ts'
import { RevealText, revealed } from './reveal-text.tsx'
import { useIncrementalList } from '../lists/use-incremental-list.ts'

export interface CodeBlockProps {
  code: string
  /** Shown in the head: a language, a file name, 'stderr'. */
  title?: ReactNode | undefined
  /** Accessible name of the scrollable region. */
  label: string
  wrap?: boolean | undefined
  /** CSS length; the block scrolls beyond it. */
  maxHeight?: string | undefined
  className?: string | undefined
  /** The element that scrolls, with the text in it. */
  blockRef?: Ref<HTMLPreElement> | undefined
  /** In the head, before the button that copies. */
  actions?: ReactNode
  /** Above the code. */
  notice?: ReactNode
  /** In place of the code, which is still what is copied. */
  children?: ReactNode
}

const LINES_PER_CHUNK = 100
const CHARACTERS_PER_CHUNK = 8000
/** Chunks that are drawn at first, and by each press of "Show more". */
const CHUNKS = { first: 8, step: 8 }

/** Chunks of whole lines, without the newline between two chunks: each is drawn as a block. */
function chunkLines(code: string): string[] {
  const chunks: string[] = []
  let start = 0
  let lines = 0
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1
    if (lines < LINES_PER_CHUNK && at - start < CHARACTERS_PER_CHUNK) continue
    chunks.push(code.slice(start, at))
    start = at + 1
    lines = 0
  }
  chunks.push(code.slice(start))
  return chunks
}

const Chunk = memo(function Chunk({ text, wrap }: { text: string; wrap: boolean }) {
  return (
    <div>
      <RevealText text={text === '' ? '\n' : text} wrap={wrap} />
    </div>
  )
})

/** Long code that grows at its end is laid out again only there, and very long code is shown in steps. */
function Code({ code, wrap }: { code: string; wrap: boolean }) {
  const { labels } = useKit()
  const chunks = useMemo(() => chunkLines(code), [code])
  const steps = useIncrementalList(chunks.length, CHUNKS)
  if (chunks.length === 1) return <RevealText text={code} wrap={wrap} />
  const left = chunks.slice(steps.shown).reduce((sum, chunk) => sum + chunk.length + 1, 0)
  return (
    <>
      {chunks.slice(0, steps.shown).map((chunk, index) => (
        <Chunk key={index} text={chunk} wrap={wrap} />
      ))}
      {steps.left > 0 && (
        <button
          type="button"
          onClick={steps.more}
          className="sticky left-0 mt-1 rounded-md border border-line-strong bg-card px-2 py-0.5 font-sans text-small text-accent hover:bg-hover"
        >
          {labels.showMoreCharacters(left)}
        </button>
      )}
    </>
  )
}

/** Code or output as it is, hidden characters revealed, with a copy button. */
export function CodeBlock({
  code,
  title,
  label,
  wrap,
  maxHeight,
  className,
  blockRef,
  actions,
  notice,
  children,
}: CodeBlockProps) {
  return (
    <div
      className={classNames(
        'group relative overflow-hidden rounded-lg border border-line bg-sunken',
        className,
      )}
    >
      {title && (
        <div
          data-not-copied
          className="flex h-8 items-center border-b border-line pr-1 pl-3 text-small text-fg-3"
        >
          <span className="min-w-0 flex-1 truncate">{revealed(title)}</span>
          {actions}
          <CopyButton text={code} />
        </div>
      )}
      {notice}
      {children ?? (
        <pre
          ref={blockRef}
          tabIndex={0}
          role="group"
          aria-label={label}
          style={maxHeight ? { maxHeight } : undefined}
          className="overflow-auto px-3 py-2.5 font-mono text-small focus-visible:-outline-offset-2"
        >
          <Code code={code} wrap={wrap ?? false} />
        </pre>
      )}
      {!title && (
        <div className="absolute top-1 right-1 rounded-md bg-sunken opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <CopyButton text={code} />
        </div>
      )}
    </div>
  )
}
