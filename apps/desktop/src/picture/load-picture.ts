import { loadBytes } from './load-bytes.ts'
import type { Draw } from './paint.ts'
import { decode, decodeImage, toRGBA8, type IFD } from 'utif2'

/** A picture that can be drawn, upright. */
export interface Loaded {
  width: number
  height: number
  draw: Draw
  /** Pictures or pages in the file; 1 where the number is not known. */
  frames: number
}

interface Limits {
  format: string
  maxEdge: number
  maxPixels: number
}

export class TooLarge extends Error {
  readonly size: { width: number; height: number }

  constructor(width: number, height: number) {
    super('The picture is too large.')
    this.size = { width, height }
  }
}

function assertSize(width: number, height: number, { maxEdge, maxPixels }: Limits): void {
  if (!(width > 0 && height > 0)) throw new Error('The picture has no size.')
  if (width > maxEdge || height > maxEdge || width * height > maxPixels)
    throw new TooLarge(Math.round(width), Math.round(height))
}

const TYPES: Readonly<Record<string, string>> = { svg: 'image/svg+xml' }
/** Pixels of an SVG that states no size of its own. */
const SVG_EDGE = 1024

/**
 * A picture that Chromium decodes: its header once it is loaded, its pixels once it is drawn. As an image an SVG runs
 * and loads nothing.
 */
export async function loadDecoded(bytes: ArrayBuffer, limits: Limits): Promise<Loaded> {
  const type = TYPES[limits.format] ?? `image/${limits.format}`
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([bytes], { type }))
  await new Promise((resolve, reject) => {
    image.addEventListener('load', resolve)
    image.addEventListener('error', () => reject(new Error('The picture is damaged.')))
  })
  const isUnsized = limits.format === 'svg' && !(image.naturalWidth > 0 && image.naturalHeight > 0)
  const width = isUnsized ? SVG_EDGE : image.naturalWidth
  const height = isUnsized ? SVG_EDGE : image.naturalHeight
  assertSize(width, height, limits)
  return {
    width,
    height,
    frames: 1,
    draw: (context, size) => context.drawImage(image, 0, 0, size.width, size.height),
  }
}

/** The first page of a TIFF. */
export function loadTiff(bytes: ArrayBuffer, limits: Limits): Promise<Loaded> {
  const pages = decode(bytes)
  const [page] = pages
  if (!page) throw new Error('The picture has no page.')
  const width = numberOf(page, 't256')
  const height = numberOf(page, 't257')
  assertSize(width, height, limits)
  decodeImage(bytes, page)
  const pixels = new Uint8ClampedArray(toRGBA8(page))
  const image = new ImageData(pixels, width, height)
  return Promise.resolve({ ...turned(image, numberOf(page, 't274') || 1), frames: pages.length })
}

const numberOf = (page: IFD, tag: string): number => {
  const value: unknown = page[tag]
  return Array.isArray(value) ? Number(value[0]) : 0
}

/** Transforms of the eight orientations of TIFF (6.0, tag 274) onto a picture of 1 × 1. */
const TURNS: readonly (readonly [number, number, number, number, number, number])[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
]

/** Pixels, drawn upright. */
function turned(image: ImageData, orientation: number): Omit<Loaded, 'frames'> {
  const canvas = canvasOf(image)
  const isSideways = orientation >= 5 && orientation <= 8
  const [a, b, c, d, x, y] = TURNS[orientation - 1] ?? [1, 0, 0, 1, 0, 0]
  return {
    width: isSideways ? image.height : image.width,
    height: isSideways ? image.width : image.height,
    draw(context, { width, height }) {
      context.setTransform(a * width, b * height, c * width, d * height, x * width, y * height)
      context.drawImage(canvas, 0, 0, 1, 1)
    },
  }
}

function canvasOf(image: ImageData): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height)
  canvas.getContext('2d', { colorSpace: image.colorSpace })?.putImageData(image, 0, 0)
  return canvas
}

interface HeifImage {
  get_width(): number
  get_height(): number
  display(image: ImageData, done: (image: ImageData | null) => void): void
}
interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}
type HeifFactory = (options: { wasmBinary: ArrayBuffer }) => Heif & { ready?: Promise<Heif> }

/** The first picture of a HEIC; the library turns it upright. */
export async function loadHeic(bytes: ArrayBuffer, limits: Limits): Promise<Loaded> {
  const library = await loadLibrary()
  const images = new library.HeifDecoder().decode(new Uint8Array(bytes))
  const [first] = images
  if (!first) throw new Error('The picture is damaged.')
  const width = first.get_width()
  const height = first.get_height()
  assertSize(width, height, limits)
  const image = new ImageData(width, height, { colorSpace: colorSpaceOf(bytes) })
  await new Promise<void>((resolve, reject) => {
    first.display(image, (drawn) =>
      drawn ? resolve() : reject(new Error('The picture is damaged.')),
    )
  })
  return { ...turned(image, 1), frames: images.length }
}

/** The library is a file of its own, which is loaded for the formats that need it. */
async function loadLibrary(): Promise<Heif> {
  const script = document.createElement('script')
  script.src = './libheif.js'
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => reject(new Error('The library is missing.')))
    document.head.append(script)
  })
  const wasmBinary = await loadBytes('./libheif.wasm')
  const { libheif } = globalThis as unknown as { libheif: HeifFactory }
  const library = libheif({ wasmBinary })
  return library.ready ?? library
}

/** Phones of one vendor name this profile, as UTF-16; its decoder leaves colours as they are in the file. */
const WIDE = Uint8Array.from(Array.from('Display P3', (letter) => [0, letter.charCodeAt(0)]).flat())

function colorSpaceOf(bytes: ArrayBuffer): PredefinedColorSpace {
  const begin = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 100_000))
  for (let at = begin.indexOf(68); at >= 0; at = begin.indexOf(68, at + 1))
    if (WIDE.every((byte, offset) => begin[at - 1 + offset] === byte)) return 'display-p3'
  return 'srgb'
}
