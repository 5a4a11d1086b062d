import type { ConsentDecision } from '@gatehouse/domain'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Logo, useUnseenParts } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { useWindowAcceptsInput } from './use-window-accepts-input.ts'
import { useReadToEnd } from './use-read-to-end.ts'

export interface ConsentChoice {
  decision: Exclude<ConsentDecision, 'cancel'>
  label: string
}

export interface ConsentLayoutProps {
  title: string
  /** Whom it is about, as it is called here. */
  subject: ReactNode
  note?: ReactNode | undefined
  /** The decisions that can be made; the last one is offered first. */
  choices: readonly ConsentChoice[]
  decide: (decision: ConsentDecision) => Promise<boolean>
  children: ReactNode
}

/** Header, content and buttons, which consent only once the content has been read. */
export function ConsentLayout(props: ConsentLayoutProps) {
  const { title, subject, note, choices, children } = props
  const t = useT('consent')
  const box = useRef<HTMLElement>(null)
  const { acceptsInput, sent, decide } = useDecision(props.decide)
  // No one consents to the end of a text that was not drawn.
  const { count, openAll, wrap } = useUnseenParts()
  const { read, nextPage } = useReadToEnd(box, count)
  const isReady = acceptsInput && read && count === 0
  const main = choices.at(-1)
  useKeys({
    onMain: () => isReady && main && decide(main.decision),
    onCancel: () => decide('cancel'),
  })
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div className="flex h-full flex-col" data-consent={isReady ? 'ready' : 'waiting'}>
      <header className="flex shrink-0 items-start gap-3 border-b border-line px-5 pt-4 pb-3">
        <Logo className="mt-0.5 shrink-0" />
        <div className="min-w-0 flex-1">
          <h1 className="text-title font-semibold">{title}</h1>
          <h2 className="max-h-20 overflow-y-auto text-body break-words text-fg-2">
            {wrap(subject)}
          </h2>
          {note && <p className="mt-0.5 text-note text-fg-3">{note}</p>}
        </div>
      </header>
      <main
        ref={box}
        aria-label={title}
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-5 py-4 focus-visible:-outline-offset-2"
      >
        {wrap(children)}
      </main>
      <footer className="shrink-0 border-t border-line bg-sunken px-5 py-3">
        {!read && (
          <div className="mb-2.5 flex items-center gap-2 text-note text-fg-2">
            <span className="min-w-0 flex-1">{t('readToEnd')}</span>
            <Button size="small" icon={ArrowDown} onClick={nextPage}>
              {t('nextPage')}
            </Button>
          </div>
        )}
        {count > 0 && (
          <div className="mb-2.5 flex items-center gap-2 text-note text-fg-2">
            <span role="status" data-testid="unseen" className="min-w-0 flex-1">
              {t('unseen', { count })}
            </span>
            <Button
              size="small"
              onClick={() => {
                openAll()
                // What was opened may lie above: it is gone through from its begin.
                box.current?.scrollTo({ top: 0 })
                box.current?.focus({ preventScroll: true })
              }}
            >
              {t('showAll')}
            </Button>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button className="mr-auto" keys="Escape" onClick={() => decide('cancel')}>
            {t('cancel')}
          </Button>
          {choices.map(({ decision, label }) => (
            <Button
              key={decision}
              variant={decision === main?.decision ? 'primary' : 'secondary'}
              disabled={!isReady}
              loading={sent === decision}
              onClick={() => decide(decision)}
            >
              {label}
            </Button>
          ))}
        </div>
      </footer>
    </div>
  )
}

/** Decides once; starts over when main says that the press did not count. */
function useDecision(send: (decision: ConsentDecision) => Promise<boolean>) {
  const { acceptsInput, again } = useWindowAcceptsInput()
  const [sent, setSent] = useState<ConsentDecision | null>(null)
  const decide = (decision: ConsentDecision): void => {
    if (sent !== null) return
    setSent(decision)
    const retry = (): void => {
      setSent(null)
      again()
    }
    send(decision).then((counted) => (counted ? undefined : retry()), retry)
  }
  return { acceptsInput, sent, decide }
}

/** Escape cancels, Mod+Enter consents; a key that is held down does neither. */
function useKeys(keys: { onMain: () => void; onCancel: () => void }): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.repeat || event.isComposing) return
      if (event.key === 'Escape') latest.current.onCancel()
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        latest.current.onMain()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
