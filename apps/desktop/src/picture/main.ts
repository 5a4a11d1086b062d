import { loadBytes } from './load-bytes.ts'
import { loadDecoded, loadHeic, loadTiff, TooLarge, type Loaded } from './load-picture.ts'
import { loadPdfPage } from './load-pdf-page.ts'
import { encode, hasTransparency, paint } from './paint.ts'

interface Request {
  format: string
  /** Of a PDF. */
  page?: number
  /** Most pixels of the longer side, and most bytes, of the picture that is made. */
  edge: number
  maxBytes: number
  /** Most pixels of one side and in all of the picture that is read. */
  maxEdge: number
  maxPixels: number
}

interface Size {
  width: number
  height: number
}

type Outcome =
  | (Size & { state: 'drawn'; mimeType: string; data: string; original: Size; frames: number })
  | (Size & { state: 'too-large' })
  | { state: 'damaged' }

const LOADERS: Readonly<Record<string, (bytes: ArrayBuffer, limits: Request) => Promise<Loaded>>> =
  { heic: loadHeic, tiff: loadTiff, pdf: loadPdfPage }

/** Formats of drawings, of pictures of a screen and of letters, whose edges JPEG would blur. */
const SHARP: ReadonlySet<string> = new Set(['png', 'gif', 'bmp', 'svg', 'pdf'])

/** Draws the picture that main serves; called by main, once. */
async function drawPicture(request: Request): Promise<Outcome> {
  const bytes = await loadBytes('./input')
  try {
    const load = LOADERS[request.format] ?? loadDecoded
    const { width, height, draw, frames } = await load(bytes, request)
    const scale = Math.min(1, request.edge / Math.max(width, height))
    const size = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    }
    const canvas = paint(size, draw)
    const isSharp = SHARP.has(request.format) || hasTransparency(canvas)
    const { blob, ...sent } = await encode(canvas, isSharp, request.maxBytes)
    const data = await base64Of(blob)
    const original = { width, height }
    return { state: 'drawn', ...sent, mimeType: blob.type, data, original, frames }
  } catch (error) {
    // Whatever else a decoder throws at a picture, the picture is to blame.
    return error instanceof TooLarge ? { state: 'too-large', ...error.size } : { state: 'damaged' }
  }
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  await new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve)
    reader.addEventListener('error', reject)
    reader.readAsDataURL(blob)
  })
  const url = typeof reader.result === 'string' ? reader.result : ''
  return url.slice(url.indexOf(',') + 1)
}

Object.assign(globalThis, { drawPicture })
