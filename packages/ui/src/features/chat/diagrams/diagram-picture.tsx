import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Dialog, IconButton } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { Picture } from '../../../lib/media/picture.tsx'

interface DiagramPictureProps {
  /** A PNG in base64. */
  picture: string
  /** In CSS pixels. */
  width: number
  height: number
}

/** No taller than a screen can show, and no smaller than its words can be read: wide ones scroll. */
const MAX_HEIGHT = 640
const MIN_SCALE = 0.6

/** A diagram as wide as there is room. */
export function DiagramPicture({ picture, width, height }: DiagramPictureProps) {
  const t = useT('chat')
  return (
    <div
      role="group"
      aria-label={t('diagram.name')}
      tabIndex={0}
      className="overflow-x-auto bg-card p-3 focus-visible:-outline-offset-2"
    >
      {/* Its place is as large before it is drawn. */}
      <div
        className="mx-auto w-full"
        style={{
          minWidth: Math.min(width, (width / height) * MAX_HEIGHT) * MIN_SCALE,
          maxWidth: Math.min(width, (width / height) * MAX_HEIGHT),
          aspectRatio: width / height,
        }}
      >
        <Picture
          data={picture}
          mimeType="image/png"
          alt={t('diagram.name')}
          className="block h-auto w-full"
        />
      </div>
    </div>
  )
}

/** A button that shows a diagram in its own size, and larger. */
export function EnlargeDiagram(diagram: DiagramPictureProps) {
  const t = useT('chat')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        icon={Maximize2}
        label={t('diagram.enlarge')}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onOpenChange={setOpen} size="wide" title={t('diagram.name')}>
        <Zoomed {...diagram} />
      </Dialog>
    </>
  )
}

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3] as const

function Zoomed({ picture, width }: DiagramPictureProps) {
  const t = useT('chat')
  const [zoom, setZoom] = useState(1)
  const smaller = ZOOMS.findLast((one) => one < zoom)
  const larger = ZOOMS.find((one) => one > zoom)
  return (
    <>
      <div className="mb-2 flex items-center justify-end gap-1 text-small text-fg-2 tabular-nums">
        <IconButton
          icon={ZoomOut}
          label={t('diagram.zoomOut')}
          disabled={smaller === undefined}
          onClick={() => setZoom(smaller ?? zoom)}
        />
        <span aria-live="polite" className="w-11 text-center">
          {t('diagram.zoom', { percent: zoom * 100 })}
        </span>
        <IconButton
          icon={ZoomIn}
          label={t('diagram.zoomIn')}
          disabled={larger === undefined}
          onClick={() => setZoom(larger ?? zoom)}
        />
      </div>
      <div
        role="group"
        aria-label={t('diagram.name')}
        tabIndex={0}
        className="max-h-[70vh] overflow-auto rounded-lg border border-line"
      >
        <img
          src={`data:image/png;base64,${picture}`}
          alt={t('diagram.name')}
          style={{ width: width * zoom }}
          className="mx-auto block h-auto max-w-none"
        />
      </div>
    </>
  )
}
