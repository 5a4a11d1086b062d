import type { PictureFormat } from '@gatehouse/domain/pictures'

export interface PictureToDraw {
  /** `pdf`: one page of it is drawn, as large as its edge allows. */
  format: PictureFormat | 'pdf'
  /** Of a PDF, from 1. */
  page?: number
  bytes: Uint8Array
  /** Most pixels of its longer side, and most bytes, of the picture that is made of it. */
  edge: number
  maxBytes: number
}

/** A picture without metadata, upright. */
export interface DrawnPicture {
  bytes: Uint8Array
  mimeType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** Pixels of the file's first picture, upright. */
  original: { width: number; height: number }
  /** Pictures or pages in the file; 1 where the format has one, or the number is not known. */
  frames: number
}

/** Draws pictures apart from everything else, within limits of pixels, time and memory. */
export interface Pictures {
  /** Rejects with `attachment/picture-…`. Another drawing is not affected. */
  draw(picture: PictureToDraw): Promise<DrawnPicture>
}
