import {
  attachmentName,
  type Attachment,
  type ResourceAttachment,
  type FileAttachment,
} from '@gatehouse/domain'
import { useId, useState, type ComponentType } from 'react'
import { useT } from '../../../lib/words/i18n.ts'
import { useFollows } from '../../../lib/queries/index.ts'
import { AttachedChip } from './attached-chip.tsx'
import { AttachedContent } from './attached-content.tsx'
import { FollowNote } from './follow-note.tsx'
import { Dialog } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { Picture } from '../../../lib/media/picture.tsx'

interface AttachedListProps {
  conversationId: string
  attachments: readonly Attachment[]
  /** Actions on a resource that has changed. */
  ChangedActions: ComponentType<{ conversationId: string; resource: ResourceAttachment }>
}

/** Attachments of a message: pictures as they are, the rest as chips of which one is open at a time. */
export function AttachedList({ conversationId, attachments, ChangedActions }: AttachedListProps) {
  const t = useT('chat')
  const panel = useId()
  const [openId, setOpenId] = useState<string>()
  const open = attachments.find(({ id }) => id === openId)
  const hasResource = attachments.some(({ kind }) => kind === 'resource')
  const followOf = useFollows(conversationId, hasResource)
  const openFollow = open && followOf(open.id)
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
                isChanged={followOf(attachment.id)?.kind === 'changed'}
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
          {open.kind === 'resource' && openFollow && (
            <FollowNote resource={open} state={openFollow}>
              <ChangedActions conversationId={conversationId} resource={open} />
            </FollowNote>
          )}
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

interface AttachedPictureProps {
  name: string
  content: Extract<FileAttachment['content'], { type: 'image' }>
}

/** A picture that was sent; a press shows it as large as the window allows. */
function AttachedPicture({ name, content }: AttachedPictureProps) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  const title = oneLine(name, 120)
  return (
    <Picture
      data={content.kept}
      mimeType={content.mimeType}
      alt={title}
      className="block h-auto max-h-40 w-auto max-w-full object-contain"
    >
      {(picture, source) => (
        <>
          <button
            type="button"
            aria-label={t('attached.enlarge', { name: title })}
            onClick={() => setOpen(true)}
            className="flex min-h-10 min-w-10 max-w-full items-center justify-center overflow-hidden rounded-lg border border-line bg-sunken"
          >
            {picture}
          </button>
          <Dialog open={open} onOpenChange={setOpen} size="large" title={title}>
            <img src={source} alt={title} className="mx-auto block max-w-full rounded-lg" />
          </Dialog>
        </>
      )}
    </Picture>
  )
}
