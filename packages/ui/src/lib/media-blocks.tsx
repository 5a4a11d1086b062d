import { FileQuestion } from 'lucide-react'
import { useState } from 'react'
import { Dialog, Icon } from '../kit/index.ts'
import { useFormats } from './formats.ts'
import { useT } from './i18n.ts'
import { base64Size } from './data-size.ts'

interface MediaBlockProps {
  data: string
  mimeType: string
  serverName: string
}

/** Only what a browser can draw and what cannot run: no SVG from a server. */
const imageTypes = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i
const audioTypes = /^audio\/[\w.+-]+$/i

function Unplayable({ words }: { words: string }) {
  return (
    <p className="flex items-center gap-2 text-note text-fg-2">
      <Icon icon={FileQuestion} size={14} />
      {words}
    </p>
  )
}

function MediaNote({ data, mimeType }: { data: string; mimeType: string }) {
  const { bytes } = useFormats()
  return (
    <span className="text-small text-fg-3">
      {mimeType} · {bytes(base64Size(data))}
    </span>
  )
}

/** An image of a result; a click shows it as large as the window allows. */
export function ImageBlock({ data, mimeType, serverName }: MediaBlockProps) {
  const t = useT('chat')
  const [broken, setBroken] = useState(false)
  const [open, setOpen] = useState(false)
  if (broken || !imageTypes.test(mimeType))
    return <Unplayable words={t('call.badImage', { type: mimeType })} />
  const source = `data:${mimeType};base64,${data}`
  const name = t('call.image', { server: serverName })
  return (
    <div className="flex flex-col items-start gap-1">
      <button
        type="button"
        aria-label={t('call.enlarge', { server: serverName })}
        onClick={() => setOpen(true)}
        className="max-w-full overflow-hidden rounded-lg border border-line bg-sunken"
      >
        <img
          src={source}
          alt={name}
          decoding="async"
          onError={() => setBroken(true)}
          className="block max-h-80 max-w-full object-contain"
        />
      </button>
      <MediaNote data={data} mimeType={mimeType} />
      <Dialog open={open} onOpenChange={setOpen} size="large" title={name}>
        <img src={source} alt={name} className="mx-auto block max-w-full rounded-lg" />
      </Dialog>
    </div>
  )
}

export function AudioBlock({ data, mimeType, serverName }: MediaBlockProps) {
  const t = useT('chat')
  const [broken, setBroken] = useState(false)
  if (broken || !audioTypes.test(mimeType))
    return <Unplayable words={t('call.badAudio', { type: mimeType })} />
  return (
    <div className="flex flex-col items-start gap-1">
      <audio
        controls
        preload="metadata"
        aria-label={t('call.audio', { server: serverName })}
        src={`data:${mimeType};base64,${data}`}
        onError={() => setBroken(true)}
        className="w-full max-w-md"
      />
      <MediaNote data={data} mimeType={mimeType} />
    </div>
  )
}
