import type { AddedMedia } from '@gatehouse/domain'
import { MAX_ADDED_MEDIA } from '@gatehouse/domain/server-requests'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton, checkByteLimits } from '../../../kit/index.ts'
import { base64Size } from '../../../lib/formats/data-size.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { Picture } from '../../../lib/media/picture.tsx'
import { AudioPlayer } from '../../../lib/media/audio-player.tsx'

/** Media types that a person may add to a message, for the system's dialog. */
const READABLE_MEDIA = 'image/png,image/jpeg,image/gif,image/webp,audio/wav,audio/mpeg'

/** Bytes that one call of a function may take as arguments. */
const STRETCH = 0x8000

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

/** An image or audio, recognized by its bytes and not its name; `room`: characters of base64. */
async function readMedia(
  file: File,
  room: number,
): Promise<AddedMedia | 'unsupported' | 'too-large'> {
  if (Math.ceil(file.size / 3) * 4 > room) return 'too-large'
  // A folder has no bytes.
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => new Uint8Array(),
  )
  const inspection = checkByteLimits(bytes)
  if (inspection.kind === 'drawable' && inspection.facts.format !== 'bmp')
    return { type: 'image', data: base64(bytes), mimeType: `image/${inspection.facts.format}` }
  const sound = soundType(bytes)
  return sound === null ? 'unsupported' : { type: 'audio', data: base64(bytes), mimeType: sound }
}

/** The two kinds that every API that takes sound takes. */
function soundType(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'audio/wav'
  // Its sync word, and that it is of layer III: AAC has the same word and no layer.
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
  return head.startsWith('ID3') || isFrame ? 'audio/mpeg' : null
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STRETCH)
    text += String.fromCharCode(...bytes.subarray(at, at + STRETCH))
  return btoa(text)
}
