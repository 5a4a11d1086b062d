import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CopyButton } from './copy-button.tsx'
import { RevealText } from './reveal-text.tsx'

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
}

/** Code or output as it is, hidden characters revealed, with a copy button. */
export function CodeBlock({ code, title, label, wrap, maxHeight, className }: CodeBlockProps) {
  return (
    <div
      className={classNames(
        'group relative overflow-hidden rounded-lg border border-line bg-sunken',
        className,
      )}
    >
      {title && (
        <div className="flex h-8 items-center border-b border-line pr-1 pl-3 text-small text-fg-3">
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <CopyButton text={code} />
        </div>
      )}
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        style={maxHeight ? { maxHeight } : undefined}
        className="overflow-auto px-3 py-2.5 font-mono text-small focus-visible:-outline-offset-2"
      >
        <RevealText text={code} wrap={wrap ?? false} />
      </pre>
      {!title && (
        <div className="absolute top-1 right-1 rounded-md bg-sunken opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <CopyButton text={code} />
        </div>
      )}
    </div>
  )
}
