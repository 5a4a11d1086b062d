import { FileQuestion } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useNear } from '../kit/index.ts'
import { useT } from './i18n.ts'
import { MediaWords } from './picture.tsx'

export interface SoundProps {
  /** Base64, from a server. */
  data: string
  mimeType: string
  label: string
  /** Instead of the words for what cannot be played. */
  fallback?: ReactNode
}

const audioTypes = /^audio\/[\w.+-]+$/i
/** Characters of base64; about 16 MiB, as much as one message of a server. */
const MAX_BASE64 = 22_500_000

/** The one way in which sound from outside is played; only what is near the view has a player. */
export function Sound({ data, mimeType, label, fallback }: SoundProps) {
  const t = useT('chat')
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)
  const [broken, setBroken] = useState(false)
  if (broken || !audioTypes.test(mimeType) || data.length > MAX_BASE64)
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
          src={`data:${mimeType};base64,${data}`}
          onError={() => setBroken(true)}
          className="w-full"
        />
      )}
    </div>
  )
}
