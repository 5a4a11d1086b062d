import type { FileAttachment } from '@gatehouse/domain'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useDocumentFacts } from './document-facts.ts'
import type { PictureFacts, PictureFormat } from '@gatehouse/domain/pictures'
import { addWords, useT } from '../../../lib/words/i18n.ts'
import { pictures as en } from '../../../locales/en/chat/attached-pictures.ts'
import { pictures as zhCN } from '../../../locales/zh-CN/chat/attached-pictures.ts'

/** Names of formats, the same in every language. */
const FORMAT_NAMES: Readonly<Record<PictureFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  gif: 'GIF',
  webp: 'WebP',
  bmp: 'BMP',
  tiff: 'TIFF',
  heic: 'HEIC',
  avif: 'AVIF',
  svg: 'SVG',
}

/** Words of a file's chip: what it is, and what of it is sent. */
export function useFileFacts(): (file: FileAttachment) => string[] {
  const { bytes } = useFormats()
  const documentFacts = useDocumentFacts()
  const pictureFacts = usePictureFacts()
  return (file) => {
    if (file.document) return documentFacts(file.document, file.pages?.length ?? 0)
    return file.picture ? pictureFacts(file.picture, file) : [bytes(file.bytes)]
  }
}

addWords('pictures', { en, 'zh-CN': zhCN })

/** Words of a picture's chip: its size, what is sent of it, and what became of its metadata. */
function usePictureFacts(): (
  picture: PictureFacts,
  sent: { mimeType: string; bytes: number },
) => string[] {
  const t = useT('pictures')
  const { bytes, number } = useFormats()
  // A size in pixels has no separators, as programs for pictures show it.
  const sizeOf = ({ width, height }: { width: number; height: number }): string =>
    t('size', { width: String(width), height: String(height) })
  return (picture, { mimeType, bytes: count }) => {
    const { original, frames, metadata, hasLocation } = picture
    const size = sizeOf(picture)
    const first = original?.format === 'tiff' ? 'firstPage' : 'firstFrame'
    return [
      ...(original
        ? [
            t('sentAs', {
              file: nameOf(original, mimeType, sizeOf(original)),
              size,
              format: mimeType === 'image/png' ? 'PNG' : 'JPEG',
              bytes: bytes(count),
            }),
          ]
        : [size, bytes(count)]),
      ...(frames === undefined ? [] : [t(first, { number: number(frames) })]),
      ...(metadata ? [t(hasLocation ? `${metadata}Location` : metadata)] : []),
    ]
  }
}

/** A format that stays is not named twice. */
function nameOf(original: NonNullable<PictureFacts['original']>, mimeType: string, size: string) {
  return mimeType === `image/${original.format}` ? size : `${FORMAT_NAMES[original.format]} ${size}`
}
