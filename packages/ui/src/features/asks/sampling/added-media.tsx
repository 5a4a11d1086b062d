import type { AddedMedia } from '@gatehouse/domain'
import { MAX_ADDED_MEDIA } from '@gatehouse/domain/server-requests'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../../kit/index.ts'
import { base64Size } from '../../../lib/formats/data-size.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { Picture } from '../../../lib/media/picture.tsx'
import { AudioPlayer } from '../../../lib/media/audio-player.tsx'
import { READABLE_MEDIA, readMedia } from './read-media.ts'

interface AddMediaButtonProps {
  /** Characters of base64 that may still be added. */
  room: () => number
  position: number
  disabled: boolean
  /** By then other things may have been changed, or this message taken out. */
  onAdd: (media: AddedMedia) => void
}

/** Adds a picture or a sound to a message; the type is read from its bytes. */
export function AddMediaButton({ room, position, disabled, onAdd }: AddMediaButtonProps) {
  const words = useSamplingWords()
  const { bytes } = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<'unsupported' | 'too-large' | null>(null)
  const add = async (file: File | undefined) => {
    if (!file) return
    const media = await readMedia(file, room())
    const isMedia = typeof media !== 'string'
    // Another file may have been added meanwhile.
    const refused = isMedia && media.data.length > room() ? 'too-large' : null
    setProblem(isMedia ? refused : media)
    if (isMedia && refused === null) onAdd(media)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={READABLE_MEDIA}
        data-testid="media-input"
        onChange={({ target }) => {
          void add(target.files?.[0])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <IconButton
        size="small"
        icon={ImagePlus}
        label={words('media.add', { position })}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      {problem !== null && (
        <p role="alert" className="order-first text-small text-danger">
          {words(`media.problem.${problem}`, { limit: bytes((MAX_ADDED_MEDIA / 4) * 3) })}
        </p>
      )}
    </>
  )
}

interface AddedMediaListProps {
  media: readonly AddedMedia[]
  position: number
  disabled: boolean
  onChange: (media: readonly AddedMedia[]) => void
}

/** The pictures and sounds that the person added to a message. */
export function AddedMediaList({ media, position, disabled, onChange }: AddedMediaListProps) {
  const words = useSamplingWords()
  const { bytes } = useFormats()
  return media.map((one, index) => {
    const label = words(`media.yours.${one.type}`)
    return (
      <div key={`${index}/${one.data.length}`} className="flex items-start gap-1.5">
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          {one.type === 'image' ? (
            <Picture
              data={one.data}
              mimeType={one.mimeType}
              alt={label}
              className="block h-auto max-h-60 w-auto max-w-full rounded-lg border border-line object-contain"
            />
          ) : (
            <AudioPlayer data={one.data} mimeType={one.mimeType} label={label} />
          )}
          <span className="text-small text-fg-3">
            {label} · {one.mimeType} · {bytes(base64Size(one.data))}
          </span>
        </div>
        <IconButton
          size="small"
          icon={Trash2}
          label={words('media.remove', { position })}
          disabled={disabled}
          onClick={() => onChange(media.filter((other) => other !== one))}
        />
      </div>
    )
  })
}
