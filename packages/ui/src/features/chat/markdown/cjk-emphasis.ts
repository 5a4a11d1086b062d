import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'

/**
 * The parts of a parser by which marks of emphasis count beside the punctuation of Chinese, Japanese and Korean, which
 * no space follows; CommonMark leaves `**重点。**后文` as it is written. They stand after those of GFM.
 */
export const cjkEmphasis = () => [cjkFriendlyExtension(), gfmStrikethroughCjkFriendly()]

interface ParserData {
  micromarkExtensions?: ReturnType<typeof cjkEmphasis>
}

function addEmphasis(this: { data: () => object }): void {
  const data: ParserData = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...cjkEmphasis()]
}

/** The same as a plugin of the parser that draws answers. */
export const remarkCjkEmphasis = addEmphasis
