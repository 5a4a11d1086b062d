import type { RouteOutput } from '@gatehouse/contract'
import { base64Schema } from '@gatehouse/domain/base64'
import { readPicture } from '@gatehouse/domain/picture'
import { z } from 'zod'

export type DrawnDiagram = RouteOutput<'diagram.draw'>

/** Characters of base64, pixels of one side and of all, and CSS pixels of one side. */
const MAX_BASE64 = 8_000_000
const MAX_EDGE = 8192
const MAX_PIXELS = 16_000_000
/** Characters of the parser's message. */
const MAX_WORDS = 1000

const reportSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('drawn'),
    picture: base64Schema.max(MAX_BASE64),
    width: z.number().min(1).max(MAX_EDGE),
    height: z.number().min(1).max(MAX_EDGE),
  }),
  z.object({ state: z.literal('unreadable'), message: z.string() }),
  z.object({ state: z.literal('too-large') }),
])

/**
 * Reads the report of the page that draws, which a hostile diagram may have written: a PNG of the stated size
 * within the limits, or words, cut. Anything else is a failure.
 */
export function readDrawn(report: unknown): DrawnDiagram {
  const read = reportSchema.safeParse(report)
  if (!read.success) return { state: 'failed' }
  if (read.data.state === 'unreadable')
    return { state: 'unreadable', message: read.data.message.slice(0, MAX_WORDS) }
  if (read.data.state === 'drawn' && !isTheirPicture(read.data)) return { state: 'failed' }
  return read.data
}

function isTheirPicture(drawn: { picture: string; width: number; height: number }): boolean {
  const facts = readPicture(Buffer.from(drawn.picture, 'base64'))
  if (facts?.format !== 'png' || facts.frames > 1) return false
  const { width, height } = facts
  if (width > MAX_EDGE || height > MAX_EDGE || width * height > MAX_PIXELS) return false
  // One picture stretched over another shape would cover what it is not.
  const scale = width / drawn.width
  return Math.abs(height - drawn.height * scale) <= 2 * Math.max(1, scale)
}
