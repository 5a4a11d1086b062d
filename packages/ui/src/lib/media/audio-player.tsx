import { playableMediaType } from '@gatehouse/domain'
import { FileQuestion } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useIsNearView } from '../../kit/index.ts'
import { useBlobs } from './blobs.ts'
import { useT } from '../words/i18n.ts'
import { MediaWords, type MediaData } from './picture.tsx'

export interface AudioPlayerProps {
  data: MediaData
  mimeType: string
  label: string
  /** Instead of the words for what cannot be played. */
  fallback?: ReactNode
}

/** Characters of base64; about 16 MiB, as much as one message of a server. */
const MAX_BASE64 = 22_500_000

const lengthOf = (data: MediaData): number =>
  typeof data === 'string' ? data.length : (data.bytes / 3) * 4

/** The one way in which sound from outside is played; only what is near the view has a player. */
export function AudioPlayer({ data, mimeType, label, fallback }: AudioPlayerProps) {
  const t = useT('chat')
  const box = useRef<HTMLDivElement>(null)
  const near = useIsNearView(box)
  const blobs = useBlobs()
  const [broken, setBroken] = useState(false)
  const type = playableMediaType(mimeType)
  if (broken || type === null || lengthOf(data) > MAX_BASE64)
    return (
      fallback ?? <MediaWords icon={FileQuestion} words={t('call.badAudio', { type: mimeType })} />
    )
  return (
    <div ref={box} className="min-h-13.5 w-full max-w-md">
      {near && (
        <audio
          controls
          preload="metadata"
          aria-label={label}
          src={
            typeof data === 'string'
              ? `data:${type};base64,${data}`
              : blobs.address(data.hash, type)
          }
          onError={() => setBroken(true)}
          className="w-full"
        />
      )}
    </div>
  )
}
