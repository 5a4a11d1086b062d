import { GatehouseError } from '@gatehouse/domain'
import { PICTURE_LIMITS } from '@gatehouse/domain/pictures'
import { groupedDigits } from '@gatehouse/domain/text'

const { edge, pixels } = PICTURE_LIMITS
const megapixels = pixels / 1_000_000

/** Reasons why a picture is not drawn; each is a code of an error and words for the person. */
const WORDS = {
  damaged: 'This picture is damaged or of a kind that cannot be drawn. Save it as JPEG or PNG.',
  'too-slow': 'Drawing this picture took too long, so it was stopped. Attach a smaller one.',
  'too-much-memory':
    'Drawing this picture took too much memory, so it was stopped. Attach a smaller one.',
  crashed: 'The process that draws pictures ended while it drew this one. Nothing was attached.',
} as const

export type PictureProblem = keyof typeof WORDS

interface Size {
  width: number
  height: number
}

/** The error of a picture that is not drawn: its code is `attachment/picture-` and the problem. */
export function pictureError(problem: PictureProblem): GatehouseError
export function pictureError(problem: 'too-large', size: Size): GatehouseError
export function pictureError(problem: PictureProblem | 'too-large', size?: Size): GatehouseError {
  if (problem !== 'too-large')
    return new GatehouseError(`attachment/picture-${problem}`, WORDS[problem])
  const { width, height } = size ?? { width: 0, height: 0 }
  return new GatehouseError(
    'attachment/picture-too-large',
    `This picture has ${groupedDigits(width)} × ${groupedDigits(height)} pixels. At most ${groupedDigits(edge)} per side and ${megapixels} million in all are drawn.`,
    { data: { width, height, edge, megapixels } },
  )
}
