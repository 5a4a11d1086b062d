import { readPicture } from '@gatehouse/domain/picture'
import type { DocumentContainer } from '../../ports/index.ts'

/** The kind of data that the bytes show, whatever they are declared as. `null` text and media: no model takes it. */
export type SniffedMedia =
  | { media: 'image'; mimeType: string; width: number; height: number }
  | { media: 'audio'; mimeType: string }

const PICTURES = ['png', 'jpeg', 'gif', 'webp'] as const

/** A picture or a sound of a type that models take; `undefined` for anything else. */
export function sniffMedia(bytes: Uint8Array): SniffedMedia | undefined {
  const facts = readPicture(bytes)
  const format = PICTURES.find((known) => known === facts?.format)
  if (facts && format)
    return {
      media: 'image',
      mimeType: `image/${format}`,
      width: facts.width,
      height: facts.height,
    }
  if (tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WAVE')
    return { media: 'audio', mimeType: 'audio/wav' }
  return isMp3(bytes) ? { media: 'audio', mimeType: 'audio/mpeg' } : undefined
}

const tag = (bytes: Uint8Array, at: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

/** Its tag, or two whole headers of MPEG audio, layer III, at the distance that the first one states. */
function isMp3(bytes: Uint8Array): boolean {
  if (tag(bytes, 0).startsWith('ID3')) return true
  const length = mp3FrameLength(bytes, 0)
  return length !== undefined && mp3FrameLength(bytes, length) !== undefined
}

const BIT_RATES = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const

function mp3FrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return undefined
  const version = (second >> 3) & 3
  if (version === 1) return undefined
  const bitRate = BIT_RATES[version === 3 ? 1 : 2][third >> 4]
  const sampleRate = SAMPLE_RATES[(third >> 2) & 3]
  if (!bitRate || !sampleRate) return undefined
  const [samples, rate] =
    version === 3 ? [144, sampleRate] : [72, sampleRate / (version === 2 ? 2 : 4)]
  return Math.floor((samples * bitRate * 1000) / rate) + ((third >> 1) & 1)
}

/** Kinds of files that are refused by their name: none of them is text, whatever its bytes look like. */
export type RefusedKind = 'archive'

/** The kind that the first bytes show; `undefined` for anything else. */
export function sniffRefused(bytes: Uint8Array): RefusedKind | undefined {
  return REFUSED.find((one) => beginsWith(bytes, one))?.kind
}

interface Beginning {
  begin: string
  at?: number
}

const beginsWith = (bytes: Uint8Array, { at = 0, begin }: Beginning): boolean =>
  tag(bytes, at, begin.length) === begin

const REFUSED: readonly (Beginning & { kind: RefusedKind })[] = [
  { kind: 'archive', begin: '\u001f\u008b' },
  { kind: 'archive', begin: "7z\u00bc\u00af'" },
  { kind: 'archive', begin: 'Rar!' },
]

const CONTAINERS: readonly (Beginning & { container: DocumentContainer })[] = [
  { container: 'pdf', begin: '%PDF-' },
  { container: 'rtf', begin: '{\\rtf' },
  // Word, Excel and PowerPoint, OpenDocument and EPUB are archives.
  { container: 'zip', begin: 'PK\u0003\u0004' },
  { container: 'zip', begin: 'PK\u0005\u0006' },
  { container: 'compound', begin: '\u00d0\u00cf\u0011\u00e0' },
]

/** Texts that are documents: their bytes have to look so too. `text` is their beginning. */
const TEXTS: readonly { container: DocumentContainer; name: RegExp; begin: RegExp }[] = [
  { container: 'html', name: /\.x?html?$/i, begin: /^\s{0,200}</ },
  { container: 'ipynb', name: /\.ipynb$/i, begin: /^\s{0,200}\{/ },
  { container: 'eml', name: /\.eml$/i, begin: /^[A-Za-z][A-Za-z0-9-]{0,70}:/ },
]

/** Format of a document by its bytes, and for texts by its name too; `undefined` for no document. */
export function documentContainerOf({
  bytes,
  name = '',
}: {
  bytes: Uint8Array
  name?: string
}): DocumentContainer | undefined {
  const found = CONTAINERS.find((one) => beginsWith(bytes, one))?.container
  if (found !== undefined) return found
  const beginning = tag(bytes, 0, 300).replaceAll(/[\u00ef\u00bb\u00bf\u00fe\u00ff\0]/g, '')
  return TEXTS.find((one) => one.name.test(name) && one.begin.test(beginning))?.container
}

/** The bytes of base64; `undefined` when it is none. */
export function bytesOfBase64(data: string): Uint8Array | undefined {
  try {
    const binary = atob(data)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}
