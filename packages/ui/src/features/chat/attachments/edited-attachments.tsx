import { attachmentName, type Attachment } from '@gatehouse/domain'
import { X } from 'lucide-react'
import { IconButton, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { AttachmentMark } from './attached-chip.tsx'
import { useChipFocus } from './use-chip-focus.ts'

interface EditedAttachmentsProps {
  attachments: readonly Attachment[]
  onRemove: (id: string) => void
  /** The last one was removed. */
  onLeave: () => void
}

/** The attachments that a message that is edited is sent with. */
export function EditedAttachments({ attachments, onRemove, onLeave }: EditedAttachmentsProps) {
  const t = useT('chat')
  const chips = useChipFocus(onLeave)
  return (
    <ul {...chips} aria-label={t('attached.list')} className="flex flex-wrap gap-1.5">
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
              data-remove=""
              label={t('attached.remove', { name })}
              onClick={() => onRemove(attachment.id)}
            />
          </li>
        )
      })}
    </ul>
  )
}
