import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { CardSection, classNames, dedent, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** A tool's description, closed at first: text from a server, which may try to persuade. */
export function ToolDescription({
  serverName,
  text,
}: {
  serverName: string
  text: string | undefined
}) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  if (!text?.trim()) return null
  return (
    <CardSection padded={false} className="px-3 py-1.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm px-1 text-small text-fg-3 hover:text-fg"
      >
        <Icon
          icon={ChevronRight}
          size={12}
          className={classNames('transition-transform duration-100', open && 'rotate-90')}
        />
        {t('call.description', { server: serverName })}
      </button>
      {open && (
        <div
          tabIndex={0}
          role="group"
          aria-label={t('call.description', { server: serverName })}
          className="mt-1 mb-1 max-h-48 overflow-auto border-l-2 border-line pl-3 text-note text-fg-2"
        >
          <RevealText text={dedent(text)} />
        </div>
      )}
    </CardSection>
  )
}
