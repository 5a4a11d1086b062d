interface Size {
  width: number
  height: number
}

/** Qualities of a JPEG, tried until it fits. */
const QUALITIES = [0.86, 0.75, 0.6, 0.4]

export type Draw = (context: CanvasRenderingContext2D, size: Size) => void

/** The drawing at this size. */
export function paint(size: Size, draw: Draw): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  draw(context, size)
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas.')
  return context
}

/** True if a pixel lets the background through. */
export function hasTransparency(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas
  const { data } = contextOf(canvas).getImageData(0, 0, width, height)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

/**
 * The picture in at most so many bytes: as a PNG if it is sharp and fits, else as a JPEG on white, of falling quality
 * and then of falling size.
 */
export async function encode(
  canvas: HTMLCanvasElement,
  isSharp: boolean,
  maxBytes: number,
): Promise<Size & { blob: Blob }> {
  if (isSharp) {
    const blob = await blobOf(canvas, 'image/png')
    if (blob.size <= maxBytes) return { blob, width: canvas.width, height: canvas.height }
  }
  for (let scale = 1; scale > 0.1; scale /= 2) {
    const size = {
      width: Math.max(1, Math.round(canvas.width * scale)),
      height: Math.max(1, Math.round(canvas.height * scale)),
    }
    const opaque = paint(size, (context, { width, height }) => {
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, width, height)
      context.drawImage(canvas, 0, 0, width, height)
    })
    for (const quality of QUALITIES) {
      const blob = await blobOf(opaque, 'image/jpeg', quality)
      if (blob.size <= maxBytes) return { ...size, blob }
    }
  }
  throw new Error('The picture does not fit.')
}

function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be encoded.'))),
      type,
      quality,
    )
  })
}
