import { FileQuestion, ImageOff } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import {
  Icon,
  judgePicture,
  MAX_EDGE,
  MAX_PIXELS,
  useNear,
  usePictureSlot,
  type IconType,
  type PictureVerdict,
} from '../kit/index.ts'
import { useFormats } from './formats.ts'
import { useT } from './i18n.ts'

export interface PictureProps {
  /** Base64, from a server or a model. */
  data: string
  /** As it was told; only shown, never trusted. */
  mimeType: string
  alt: string
  className?: string | undefined
  /** Around the picture itself: a button that enlarges it. Not around words that stand for it. */
  children?: ((picture: ReactNode, source: string) => ReactNode) | undefined
  /** Instead of the words for what is no picture. */
  fallback?: ReactNode
}

/**
 * The one way in which a picture from outside is drawn. It is judged by its bytes before anything decodes
 * it, only near the view, and only as many at a time as memory allows. What is not drawn is said in words.
 */
export function Picture(props: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(box)
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
      {near && <JudgedPicture {...props} />}
    </div>
  )
}

function JudgedPicture({ data, mimeType, alt, className, children, fallback }: PictureProps) {
  const t = useT('chat')
  const [broken, setBroken] = useState(false)
  const verdict = useMemo(() => judgePicture(data), [data])
  const drawable = verdict.kind === 'drawable' && !broken
  const granted = usePictureSlot(
    drawable ? verdict.facts.width * verdict.facts.height * Math.min(2, verdict.facts.frames) : 0,
  )
  if (verdict.kind === 'unknown' || broken)
    return (
      fallback ?? <MediaWords icon={FileQuestion} words={t('call.badImage', { type: mimeType })} />
    )
  if (verdict.kind !== 'drawable') return <Refused verdict={verdict} />
  const { width, height } = verdict.facts
  if (!granted)
    return <MediaWords icon={ImageOff} words={t('call.imageWaits', { width, height })} />
  const picture = (
    <img
      src={verdict.source}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      onError={() => setBroken(true)}
      className={className}
    />
  )
  return children ? children(picture, verdict.source) : picture
}

function Refused({
  verdict,
}: {
  verdict: Extract<PictureVerdict, { kind: 'too-large' | 'moves-too-much' }>
}) {
  const t = useT('chat')
  const { number } = useFormats()
  const { width, height, frames } = verdict.facts
  const size = { width: number(width), height: number(height) }
  const words =
    verdict.kind === 'too-large'
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

/** Stands for what is not drawn or played, and says why. */
export function MediaWords({ icon, words }: { icon: IconType; words: string }) {
  return (
    <p className="flex items-start gap-2 text-note text-fg-2">
      <Icon icon={icon} size={14} className="mt-0.5" />
      {words}
    </p>
  )
}
