import { useState } from 'react'
import { Dialog } from '../../kit/index.ts'
import { base64Size } from '../formats/data-size.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from '../words/i18n.ts'
import { oneLine } from '../formats/one-line.ts'
import { Picture, type MediaData } from './picture.tsx'
import { AudioPlayer } from './audio-player.tsx'

interface MediaBlockProps {
  data: MediaData
  mimeType: string
  serverName: string
}

function MediaNote({ data, mimeType }: Omit<MediaBlockProps, 'serverName'>) {
  const { bytes } = useFormats()
  return (
    <span className="text-small text-fg-3">
      {oneLine(mimeType, 60)} · {bytes(typeof data === 'string' ? base64Size(data) : data.bytes)}
    </span>
  )
}

/** An image of a result; a click shows it as large as the window allows. */
export function ImageBlock({ data, mimeType, serverName }: MediaBlockProps) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  const name = t('call.image', { server: serverName })
  return (
    <div className="flex flex-col items-start gap-1">
      <Picture
        data={data}
        mimeType={oneLine(mimeType, 60)}
        alt={name}
        className="block h-auto max-h-80 w-auto max-w-full object-contain"
      >
        {(picture, source) => (
          <>
            <button
              type="button"
              aria-label={t('call.enlarge', { server: serverName })}
              onClick={() => setOpen(true)}
              className="max-w-full overflow-hidden rounded-lg border border-line bg-sunken"
            >
              {picture}
            </button>
            <Dialog open={open} onOpenChange={setOpen} size="large" title={name}>
              <img src={source} alt={name} className="mx-auto block max-w-full rounded-lg" />
            </Dialog>
          </>
        )}
      </Picture>
      <MediaNote data={data} mimeType={mimeType} />
    </div>
  )
}

export function AudioBlock({ data, mimeType, serverName }: MediaBlockProps) {
  const t = useT('chat')
  return (
    <div className="flex flex-col items-start gap-1">
      <AudioPlayer
        data={data}
        mimeType={mimeType}
        label={t('call.audio', { server: serverName })}
      />
      <MediaNote data={data} mimeType={mimeType} />
    </div>
  )
}
