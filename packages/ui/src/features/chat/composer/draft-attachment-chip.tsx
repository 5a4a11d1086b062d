import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames, IconButton, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** Element that the name of an attachment opens and closes. */
export interface DisclosureTarget {
  /** Id of what it opens. */
  panel: string
  isOpen: boolean
  toggle: () => void
}

interface DraftAttachmentChipProps {
  mark: ReactNode
  name: string
  /** The name with its folders, where it has some. */
  label?: string
  facts: string
  tone?: 'plain' | 'changed' | 'failed'
  /** With it the name is a button that shows what is in it. */
  opens?: DisclosureTarget
  onRemove: () => void
  /** Other buttons. */
  children?: ReactNode
}

/** An attachment in the tray: its name, its facts, and its buttons. */
export function DraftAttachmentChip(props: DraftAttachmentChipProps) {
  const { mark, name, label = name, facts, tone = 'plain', opens, onRemove, children } = props
  const t = useT('composer')
  const failed = tone === 'failed'
  return (
    <li
      className={classNames(
        'inline-flex min-h-7 max-w-full gap-1.5 rounded-md border pr-0.5 pl-2 text-small',
        failed ? 'items-start' : 'items-center',
        CHIP_LOOKS[tone],
      )}
    >
      {/* Where there is no room the buttons have a line of their own. */}
      <div
        className={classNames(
          'flex min-w-0 gap-x-1.5',
          failed ? 'items-start' : 'flex-wrap items-center',
        )}
      >
        <div
          className={classNames(
            'flex max-w-full min-w-0 gap-1.5',
            failed ? 'items-baseline' : 'items-center',
          )}
        >
          <span className={classNames('flex shrink-0', failed && 'translate-y-0.5')}>{mark}</span>
          <AttachmentName name={name} opens={opens} failed={failed} />
          <span
            role={failed ? 'alert' : tone === 'changed' ? 'status' : undefined}
            className="min-w-0 py-1 text-left"
          >
            <RevealText text={facts} />
          </span>
        </div>
        {children}
      </div>
      <IconButton
        size="small"
        icon={X}
        data-remove=""
        label={t('tray.remove', { name: oneLine(label, 80) })}
        onClick={onRemove}
      />
    </li>
  )
}

const CHIP_LOOKS = {
  plain: 'border-line-strong bg-sunken text-fg-2',
  changed: 'border-warning/40 bg-warning-soft text-fg-2',
  failed: 'border-danger bg-danger-soft text-danger',
}

function AttachmentName({
  name,
  opens,
  failed,
}: {
  name: string
  opens: DisclosureTarget | undefined
  failed: boolean
}) {
  const text = <RevealText text={oneLine(name, 120)} wrap={false} />
  const look = classNames(
    'max-w-40 shrink-0 truncate rounded-sm font-medium sm:max-w-60',
    !failed && 'text-fg',
  )
  if (!opens) return <span className={look}>{text}</span>
  return (
    <button
      type="button"
      aria-expanded={opens.isOpen}
      aria-controls={opens.isOpen ? opens.panel : undefined}
      onClick={opens.toggle}
      className={classNames(look, 'underline-offset-2 hover:underline')}
    >
      {text}
    </button>
  )
}
