import { attachmentName, type Attachment } from '@gatehouse/domain'
import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { classNames, HueMark, Icon, IconButton, RevealText, Spinner } from '../../../kit/index.ts'
import { useErrorWords } from '../../../lib/error-words.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLocale, useT } from '../../../lib/i18n.ts'
import { oneLine } from '../../../lib/one-line.ts'
import { Picture } from '../../../lib/picture.tsx'
import { mediaIcon } from './offer.ts'
import type { Attaching, AttachingList } from './use-attaching.ts'

export interface AttachmentTrayProps {
  /** Of the draft, in the order in which they are sent. */
  attachments: readonly Attachment[]
  attaching: AttachingList
  onRemove: (attachment: Attachment) => void
  /** The tray is left: the last thing in it was removed. */
  onLeave: () => void
}

/** What goes with the message, above its text: each by its name, with what it costs, to be removed. */
export function AttachmentTray(props: AttachmentTrayProps) {
  const { attachments, attaching, onRemove, onLeave } = props
  const t = useT('composer')
  const list = useRef<HTMLUListElement>(null)
  /** Removes with the focus on what comes next, so that several can be removed in a row. */
  const removing = (remove: () => void) => (): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    remove()
    const next = buttons[at + 1] ?? buttons[at - 1]
    if (at >= 0 && next) next.focus()
    else onLeave()
  }
  if (attachments.length + attaching.list.length === 0) return null
  return (
    <ul
      ref={list}
      aria-label={t('tray.label')}
      data-testid="attachment-tray"
      className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto px-3 pt-3"
    >
      {attachments.map((attachment) => (
        <AttachedChip
          key={attachment.id}
          attachment={attachment}
          onRemove={removing(() => onRemove(attachment))}
        />
      ))}
      {attaching.list.map((entry) => (
        <AttachingChip
          key={entry.key}
          entry={entry}
          onRetry={() => attaching.retry(entry)}
          onRemove={removing(() => attaching.dismiss(entry))}
        />
      ))}
    </ul>
  )
}

function AttachedChip({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const t = useT('composer')
  const { bytes } = useFormats()
  const locale = useLocale()
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const facts = [
    attachment.kind === 'file' ? bytes(attachment.bytes) : oneLine(attachment.serverName, 40),
    t('tray.tokens', { tokens: compact.format(attachment.tokens) }),
    ...(attachment.shortened ? [t('tray.shortened')] : []),
  ]
  return (
    <TrayChip
      mark={<AttachmentMark attachment={attachment} />}
      name={attachmentName(attachment)}
      facts={facts.join(' · ')}
      onRemove={onRemove}
    />
  )
}

/** The picture itself, small; else what it is, or whose, in its server's hue. */
function AttachmentMark({ attachment }: { attachment: Attachment }) {
  if (attachment.kind !== 'file') return <HueMark hue={attachment.serverHue} />
  const { content, name } = attachment
  const icon = <Icon icon={mediaIcon(content.type === 'audio' ? 'audio/' : '')} size={14} />
  if (content.type !== 'image') return icon
  return (
    <Picture
      data={content.kept}
      mimeType={content.mimeType}
      alt={name}
      fallback={icon}
      className="size-6 rounded-sm object-cover"
    />
  )
}

interface EntryProps {
  entry: Attaching
  onRetry: () => void
  onRemove: () => void
}

function AttachingChip({ entry: { request, error }, onRetry, onRemove }: EntryProps) {
  const t = useT('composer')
  const words = useErrorWords()
  const name = request.kind === 'file' ? request.file.name : request.title
  const waiting =
    request.kind === 'file' ? t('tray.reading') : t('tray.asking', { server: request.serverName })
  return (
    <TrayChip
      mark={error ? <Icon icon={CircleAlert} size={14} /> : <Spinner size={12} decorative />}
      name={name}
      facts={error ? words(error) : waiting}
      failed={error !== null}
      onRemove={onRemove}
    >
      {error && (
        <IconButton
          size="small"
          icon={RotateCw}
          label={t('tray.retry', { name: oneLine(name, 80) })}
          onClick={onRetry}
        />
      )}
    </TrayChip>
  )
}

interface TrayChipProps {
  mark: ReactNode
  name: string
  facts: string
  failed?: boolean
  onRemove: () => void
  /** Other buttons. */
  children?: ReactNode
}

function TrayChip({ mark, name, facts, failed = false, onRemove, children }: TrayChipProps) {
  const t = useT('composer')
  return (
    <li
      className={classNames(
        'inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-md border pr-0.5 pl-2 text-small',
        failed
          ? 'border-danger bg-danger-soft text-danger'
          : 'border-line-strong bg-sunken text-fg-2',
      )}
    >
      <span className="flex shrink-0">{mark}</span>
      <span
        className={classNames(
          'max-w-40 shrink-0 truncate font-medium sm:max-w-60',
          !failed && 'text-fg',
        )}
      >
        <RevealText text={oneLine(name, 120)} wrap={false} />
      </span>
      <span role={failed ? 'alert' : undefined} className="min-w-0 py-1 text-left">
        {facts}
      </span>
      {children}
      <IconButton
        size="small"
        icon={X}
        data-remove=""
        label={t('tray.remove', { name: oneLine(name, 80) })}
        onClick={onRemove}
      />
    </li>
  )
}
