import { z } from 'zod'
import { PICTURE_FORMATS } from './picture-format.ts'

const pixels = z.number().int().positive()

/** The person's choice of what is sent of a picture. */
export const pictureChoiceSchema = z.object({
  /** `source`: the text of an SVG instead of a picture of it. */
  form: z.enum(['picture', 'source']),
  /** `fitted`: as large as the model of the chat looks at it; `full`: as large as APIs take. */
  size: z.enum(['fitted', 'full']),
  /** Location, camera and other data beside its pixels. */
  metadata: z.enum(['removed', 'kept']),
})
export type PictureChoice = z.infer<typeof pictureChoiceSchema>

/** Facts about an attached picture. */
export const pictureFactsSchema = z.object({
  /** Pixels of the picture that is sent. */
  width: pixels,
  height: pixels,
  /** The file, upright. Absent: the file itself is sent, or it but for its metadata. */
  original: z
    .object({ format: z.enum(PICTURE_FORMATS), width: pixels, height: pixels, bytes: pixels })
    .optional(),
  /** Pictures or pages in the file, of which the first is sent. Absent: one. */
  frames: z.number().int().min(2).optional(),
  /** The data beside its pixels, kept or removed. Absent: there is none. */
  metadata: z.enum(['removed', 'kept']).optional(),
  /** True if that data names a place. */
  hasLocation: z.literal(true).optional(),
  /** Absent in records of earlier versions. */
  size: pictureChoiceSchema.shape.size.optional(),
})
export type PictureFacts = z.infer<typeof pictureFactsSchema>
