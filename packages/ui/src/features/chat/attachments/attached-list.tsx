import { attachmentName, type Attachment } from '@gatehouse/domain'
import { useId, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { AttachedChip } from './attached-chip.tsx'
import { AttachedContent } from './attached-content.tsx'
import { AttachedPicture } from './attached-picture.tsx'

interface AttachedListProps {
  attachments: readonly Attachment[]
}

/** What was attached to a message: pictures as they are, the rest as chips of which one is open at a time. */
export function AttachedList({ attachments }: AttachedListProps) {
  const t = useT('chat')
  const panel = useId()
  const [openId, setOpenId] = useState<string>()
  const open = attachments.find(({ id }) => id === openId)
  const pictures = attachments.flatMap(pictureOf)
  const others = attachments.filter((attachment) => pictureOf(attachment).length === 0)
  return (
    <div className="flex w-full flex-col items-end gap-1.5" data-testid="attached">
      {pictures.length > 0 && (
        <ul aria-label={t('attached.pictures')} className={ROW}>
          {pictures.map(({ id, name, content }) => (
            <li key={id} className="flex min-w-0 max-w-full">
              <AttachedPicture name={name} content={content} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label={t('attached.list')} className={ROW}>
          {others.map((attachment) => (
            <li key={attachment.id} className="flex min-w-0 max-w-full">
              <AttachedChip
                attachment={attachment}
                open={attachment.id === openId}
                panel={panel}
                onToggle={() => setOpenId(attachment.id === openId ? undefined : attachment.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {open && (
        <div id={panel} role="group" aria-label={attachmentName(open)} className="w-full">
          <AttachedContent attachment={open} />
        </div>
      )}
    </div>
  )
}

const ROW = 'flex flex-wrap justify-end gap-1.5'

function pictureOf(attachment: Attachment) {
  if (attachment.kind !== 'file' || attachment.content.type !== 'image') return []
  return [{ id: attachment.id, name: attachment.name, content: attachment.content }]
}
