/** The sides and pixels of a picture; main lets no larger one through. */
const MAX_EDGE = 8192
const MAX_PIXELS = 16_000_000
/** Characters of base64. */
const MAX_BASE64 = 8_000_000
/** Pixels for each CSS pixel, where they fit. */
const SCALE = 2
/** Below it no word could be read. */
const MIN_SCALE = 0.5

export interface PaintedPicture {
  /** A PNG in base64. */
  picture: string
  width: number
  height: number
}

/** A drawing as a picture; undefined when it is too large for one. */
export async function paintPicture(
  drawing: SVGSVGElement,
  background: string,
): Promise<PaintedPicture | undefined> {
  const { width, height } = drawing.viewBox.baseVal
  if (!(width > 0 && height > 0)) return undefined
  const fits = Math.min(
    SCALE,
    MAX_EDGE / Math.max(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
  )
  if (fits < MIN_SCALE) return undefined
  const image = await load(drawing, width, height)
  for (let scale = fits; scale >= MIN_SCALE; scale /= 2) {
    const picture = paint(image, { width, height, scale, background })
    if (picture.length <= MAX_BASE64) return { picture, width, height }
  }
  return undefined
}

/** As a picture of its own, in which nothing loads and nothing runs. */
async function load(
  drawing: SVGSVGElement,
  width: number,
  height: number,
): Promise<HTMLImageElement> {
  drawing.setAttribute('width', String(width))
  drawing.setAttribute('height', String(height))
  drawing.style.maxWidth = 'none'
  const text = new XMLSerializer().serializeToString(drawing)
  const image = new Image()
  await new Promise((resolve, reject) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', () => reject(new Error('The drawing is no picture.')))
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  })
  return image
}

interface Canvas {
  width: number
  height: number
  scale: number
  background: string
}

function paint(image: HTMLImageElement, { width, height, scale, background }: Canvas): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
}
