import { attachmentName, type Attachment } from '@gatehouse/domain'
import { AudioLines, ChevronRight, FileText } from 'lucide-react'
import { classNames, HueMark, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useFileFacts } from './file-facts.ts'
import { labelParts } from './label-parts.ts'

interface AttachedChipProps {
  attachment: Attachment
  /** Its server reported that it changed since. */
  isChanged: boolean
  open: boolean
  /** The id of what it opens. */
  panel: string
  onToggle: () => void
}

/** One attachment in a line: whose it is, its name, and how much it is. */
export function AttachedChip(props: AttachedChipProps) {
  const { attachment, isChanged, open, panel, onToggle } = props
  const t = useT('chat')
  const fileFacts = useFileFacts()
  const { name, folder } = labelParts(attachmentName(attachment))
  const place = folder === undefined ? [] : [oneLine(folder, 60)]
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? panel : undefined}
      onClick={onToggle}
      data-testid="attached-chip"
      className={classNames(
        'flex h-control min-w-0 items-center gap-1.5 rounded-lg border px-2.5 text-small hover:bg-hover',
        isChanged ? 'border-warning/40 bg-warning-soft' : 'border-line bg-sunken',
      )}
    >
      <AttachmentMark attachment={attachment} />
      <span className="min-w-0 truncate font-medium">
        <RevealText text={oneLine(name, 120)} wrap={false} />
      </span>
      {attachment.kind === 'file' ? (
        <span className="min-w-0 truncate text-fg-2 tabular-nums">
          <RevealText text={[...place, ...fileFacts(attachment)].join(' · ')} wrap={false} />
        </span>
      ) : (
        <FromServer attachment={attachment} />
      )}
      {isChanged && <span className="shrink-0 text-warning">{t('follow.changed')}</span>}
      <Icon
        icon={ChevronRight}
        size={14}
        className={classNames('text-fg-2 transition-transform duration-100', open && 'rotate-90')}
      />
    </button>
  )
}

function FromServer({ attachment }: { attachment: Exclude<Attachment, { kind: 'file' }> }) {
  const t = useT('chat')
  const server = oneLine(attachment.serverName, 60)
  return (
    <span className="shrink-0 text-fg-2">
      {attachment.kind === 'prompt' ? t('attached.prompt', { server }) : server}
    </span>
  )
}

/** The square of its server, or what kind of file it is. */
export function AttachmentMark({ attachment }: { attachment: Attachment }) {
  if (attachment.kind !== 'file') return <HueMark hue={attachment.serverHue} />
  const icon = attachment.content.type === 'audio' ? AudioLines : FileText
  return <Icon icon={icon} size={14} className="text-fg-2" />
}
