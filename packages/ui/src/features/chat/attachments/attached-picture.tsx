import type { FileAttachment } from '@gatehouse/domain'
import { useState } from 'react'
import { Dialog } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { Picture } from '../../../lib/media/picture.tsx'

interface AttachedPictureProps {
  name: string
  content: Extract<FileAttachment['content'], { type: 'image' }>
}

/** A picture that was sent; a press shows it as large as the window allows. */
export function AttachedPicture({ name, content }: AttachedPictureProps) {
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
