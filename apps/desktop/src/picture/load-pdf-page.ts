import type { Loaded } from './load-picture.ts'

interface Viewport {
  width: number
  height: number
}

interface PdfPage {
  getViewport(options: { scale: number }): Viewport
  render(options: { canvas: HTMLCanvasElement; viewport: Viewport; background: string }): {
    promise: Promise<void>
  }
}

/** The part of pdf.js that is used here. */
interface PdfJs {
  getDocument(source: Record<string, unknown>): {
    promise: Promise<{ getPage(page: number): Promise<PdfPage> }>
  }
}

interface PageToDraw {
  page?: number
  /** Pixels of the longer side of the picture. */
  edge: number
  /** Pixels of a picture on the page. */
  maxPixels: number
}

/** Draws one page of a PDF as large as its edge allows. Its scripts do not run, and nothing is fetched for it. */
export async function loadPdfPage(
  bytes: ArrayBuffer,
  { page: number = 1, edge, maxPixels }: PageToDraw,
): Promise<Loaded> {
  const { getDocument } = await loadLibrary()
  const pdf = await getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    maxImageSize: maxPixels,
    // Errors alone.
    verbosity: 0,
    wasmUrl: addressOf(''),
  }).promise
  const page = await pdf.getPage(number)
  const whole = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: edge / Math.max(whole.width, whole.height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport, background: '#ffffff' }).promise
  const { width, height } = canvas
  return {
    width,
    height,
    frames: 1,
    draw: (context, size) => context.drawImage(canvas, 0, 0, size.width, size.height),
  }
}

const addressOf = (name: string): string => new URL(`./pdfjs/${name}`, location.href).href

/** The library is in files of its own, which are loaded for PDF alone. Its worker runs in this page. */
async function loadLibrary(): Promise<PdfJs> {
  const worker: unknown = await import(/* @vite-ignore */ addressOf('pdf.worker.min.mjs'))
  Object.assign(globalThis, { pdfjsWorker: worker })
  return (await import(/* @vite-ignore */ addressOf('pdf.min.mjs'))) as PdfJs
}
