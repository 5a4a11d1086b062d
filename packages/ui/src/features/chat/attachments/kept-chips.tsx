import { attachmentName, type Attachment } from '@gatehouse/domain'
import { X } from 'lucide-react'
import { IconButton, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/i18n.ts'
import { oneLine } from '../../../lib/one-line.ts'
import { AttachmentMark } from './attached-chip.tsx'

interface KeptChipsProps {
  attachments: readonly Attachment[]
  onRemove: (id: string) => void
}

/** The attachments that a message that is edited is sent with. */
export function KeptChips({ attachments, onRemove }: KeptChipsProps) {
  const t = useT('chat')
  return (
    <ul aria-label={t('attached.list')} className="flex flex-wrap gap-1.5">
      {attachments.map((attachment) => {
        const name = oneLine(attachmentName(attachment), 120)
        return (
          <li
            key={attachment.id}
            className="flex h-control min-w-0 items-center gap-1.5 rounded-lg border border-line bg-sunken pr-0.5 pl-2.5 text-small"
          >
            <AttachmentMark attachment={attachment} />
            <span className="min-w-0 truncate font-medium">
              <RevealText text={name} wrap={false} />
            </span>
            <IconButton
              size="small"
              icon={X}
              label={t('attached.remove', { name })}
              onClick={() => onRemove(attachment.id)}
            />
          </li>
        )
      })}
    </ul>
  )
}
