import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { classNames, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** The model's reasoning before its answer: folded away, in plain text. */
export function Reasoning({ text, thinking }: { text: string; thinking: boolean }) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  return (
    <div className="mb-1.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm px-1 text-note text-fg-3 hover:text-fg"
      >
        <Icon
          icon={ChevronRight}
          size={14}
          className={classNames('transition-transform duration-100', open && 'rotate-90')}
        />
        <span className={classNames(thinking && 'motion-pulse')}>
          {t(thinking ? 'transcript.thinking' : 'transcript.reasoning')}
        </span>
      </button>
      {open && (
        <div
          tabIndex={0}
          role="group"
          aria-label={t('transcript.reasoning')}
          className="mt-1 max-h-80 overflow-auto border-l-2 border-line pl-3 text-note text-fg-2"
        >
          <RevealText text={text} />
        </div>
      )}
    </div>
  )
}
