import type { BlobRef } from '@gatehouse/domain'
import { FileQuestion, ImageOff } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import {
  Icon,
  checkByteLimits,
  checkPictureLimits,
  MAX_BYTES,
  MAX_EDGE,
  MAX_PIXELS,
  useIsNearView,
  usePictureSlot,
  type IconType,
  type PictureCheck,
} from '../../kit/index.ts'
import { useBlobs } from './blobs.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from '../words/i18n.ts'

/** Data from outside: base64 from a server or a model, or a file of the record. */
export type MediaData = string | BlobRef

export interface PictureProps {
  data: MediaData
  /** As it was declared; only shown, never trusted. */
  mimeType: string
  alt: string
  className?: string | undefined
  /** Around the picture itself: a button that enlarges it. Not around words that stand for it. */
  children?: ((picture: ReactNode, source: string) => ReactNode) | undefined
  /** Instead of the words for what is not a picture. */
  fallback?: ReactNode
}

/**
 * The one way in which a picture from outside is drawn. It is inspected by its bytes before anything decodes
 * it, only near the view, and only as many at a time as memory allows. What is not drawn is described in words.
 */
export function Picture(props: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const near = useIsNearView(box)
  // What leaves the view keeps its height, or everything below would jump.
  const [height, setHeight] = useState(80)
  useEffect(() => {
    const element = box.current
    if (!near || !element) return undefined
    const observer = new ResizeObserver(() => setHeight(Math.max(20, element.offsetHeight)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return (
    <div ref={box} style={near ? undefined : { minHeight: height }}>
      {near && <JudgedPicture {...props} waiting={<div style={{ height }} />} />}
    </div>
  )
}

/** `waiting` keeps the place of a picture that is still read. */
type JudgedProps<Data> = Omit<PictureProps, 'data'> & { data: Data; waiting: ReactNode }

function JudgedPicture({ data, ...props }: JudgedProps<MediaData>) {
  return typeof data === 'string' ? (
    <InlinePicture {...props} data={data} />
  ) : (
    <KeptPicture {...props} data={data} />
  )
}

function InlinePicture({ data, waiting: _waiting, ...props }: JudgedProps<string>) {
  const inspection = useMemo(() => checkPictureLimits(data), [data])
  // The type is the one that was read, so that nothing reads the bytes as something else.
  const source =
    inspection.kind === 'drawable' ? `data:image/${inspection.facts.format};base64,${data}` : null
  return <DrawnPicture {...props} inspection={inspection} source={source} />
}

function KeptPicture({ data, waiting, ...props }: JudgedProps<BlobRef>) {
  const t = useT('chat')
  const inspected = useJudged(data)
  if (inspected === 'gone') return <MediaWords icon={ImageOff} words={t('call.notOnDisk')} />
  if (inspected === null) return waiting
  // Again for another address: one that was taken back while it was loading did not show a broken picture.
  return <DrawnPicture key={inspected.source} {...props} {...inspected} />
}

interface Inspected {
  inspection: PictureCheck
  /** An address for the bytes, of the type that was read; `null` for what is not drawn. */
  source: string | null
}

const TOO_MANY_BYTES: Inspected = { inspection: { kind: 'unknown' }, source: null }

/** Reads a picture from its file and judges it; `null` until then. */
function useJudged({ hash, bytes: size }: BlobRef): Inspected | 'gone' | null {
  const blobs = useBlobs()
  const [inspected, setInspected] = useState<Inspected | 'gone' | null>(null)
  useEffect(() => {
    if (size > MAX_BYTES) return undefined
    let url: string | null = null
    let isWanted = true
    blobs.read(hash).then(
      (bytes) => {
        if (!isWanted) return
        const inspection = checkByteLimits(bytes)
        if (inspection.kind === 'drawable')
          url = URL.createObjectURL(new Blob([bytes], { type: `image/${inspection.facts.format}` }))
        setInspected({ inspection, source: url })
      },
      () => isWanted && setInspected('gone'),
    )
    return () => {
      isWanted = false
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [blobs, hash, size])
  return size > MAX_BYTES ? TOO_MANY_BYTES : inspected
}

type DrawnProps = Omit<PictureProps, 'data'> & Inspected

function DrawnPicture({
  inspection,
  source,
  mimeType,
  alt,
  className,
  children,
  fallback,
}: DrawnProps) {
  const t = useT('chat')
  const [broken, setBroken] = useState(false)
  const drawable = inspection.kind === 'drawable' && !broken
  const granted = usePictureSlot(
    drawable
      ? inspection.facts.width * inspection.facts.height * Math.min(2, inspection.facts.frames)
      : 0,
  )
  if (inspection.kind === 'unknown' || broken)
    return (
      fallback ?? <MediaWords icon={FileQuestion} words={t('call.badImage', { type: mimeType })} />
    )
  if (inspection.kind !== 'drawable') return <Refused inspection={inspection} />
  const { width, height } = inspection.facts
  if (!granted || source === null)
    return <MediaWords icon={ImageOff} words={t('call.imageWaits', { width, height })} />
  const picture = (
    <img
      src={source}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      onError={() => setBroken(true)}
      className={className}
    />
  )
  return children ? children(picture, source) : picture
}

function Refused({
  inspection,
}: {
  inspection: Extract<PictureCheck, { kind: 'too-large' | 'moves-too-much' }>
}) {
  const t = useT('chat')
  const { number } = useFormats()
  const { width, height, frames } = inspection.facts
  const size = { width: number(width), height: number(height) }
  const words =
    inspection.kind === 'too-large'
      ? t('call.imageTooLarge', {
          ...size,
          megapixels: number(MAX_PIXELS / 1_000_000),
          edge: number(MAX_EDGE),
        })
      : frames > 1
        ? t('call.imageMoves', { ...size, frames: number(frames) })
        : t('call.imageScans', size)
  return <MediaWords icon={ImageOff} words={words} />
}

/** Stands for what is not drawn or played, and shows why. */
export function MediaWords({ icon, words }: { icon: IconType; words: string }) {
  return (
    <p className="flex items-start gap-2 text-note text-fg-2">
      <Icon icon={icon} size={14} className="mt-0.5" />
      {words}
    </p>
  )
}
