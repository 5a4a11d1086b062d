import type { ReactNode } from 'react'
import { ErrorBoundary, Callout, RevealText } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'

interface PlainTextFallbackProps {
  /** The drawn content; another value tries again after a fault. */
  of: unknown
  /** The plain text of it; called only after a fault. */
  text: () => string
  children: ReactNode
}

/** One message, card or page of what came from outside: a fault in drawing it stays in it. */
export function PlainTextFallback({ of, text, children }: PlainTextFallbackProps) {
  return (
    <ErrorBoundary resetKey={of} fallback={<Plain text={text} />}>
      {children}
    </ErrorBoundary>
  )
}

function Plain({ text }: { text: () => string }) {
  const t = useT('common')
  return (
    <Callout tone="warning" title={t('notDrawn')}>
      <div className="max-h-80 overflow-auto font-mono text-small" data-testid="not-drawn">
        <RevealText text={readText(text)} />
      </div>
    </Callout>
  )
}

function readText(text: () => string): string {
  try {
    return text()
  } catch {
    return ''
  }
}
