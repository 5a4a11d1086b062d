import { useDeferredValue } from 'react'
import { Button, countHidden, RevealText, withoutHidden } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

interface HiddenCharactersNoteProps {
  text: string
  onChange: (text: string) => void
  className?: string | undefined
}

/**
 * Below a field whose text is sent: what the field cannot draw of it. A server's prompt or a page that was
 * copied from may have put it there.
 */
export function HiddenCharactersNote({ text, onChange, className }: HiddenCharactersNoteProps) {
  const t = useT('chat')
  const shown = useDeferredValue(text)
  const count = countHidden(shown)
  if (count === 0) return null
  return (
    <div className={className} data-testid="hidden-in-draft">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
        <p role="status" className="text-small text-warning">
          {t('composer.hidden', { count })}
        </p>
        <Button size="small" className="ml-auto" onClick={() => onChange(withoutHidden(text))}>
          {t('composer.removeHidden')}
        </Button>
      </div>
      <div
        role="group"
        tabIndex={0}
        aria-label={t('composer.hiddenText')}
        className="max-h-24 overflow-auto rounded-md border border-line bg-sunken px-2.5 py-1 text-small focus-visible:-outline-offset-2"
      >
        <RevealText text={shown} />
      </div>
    </div>
  )
}
