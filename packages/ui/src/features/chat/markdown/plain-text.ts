import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { cjkEmphasis } from './cjk-emphasis.ts'
import { plainTextOf } from '../copy-to-clipboard/tree-text.ts'
import { markdownCost } from './markdown-cost.ts'

/**
 * The text of Markdown (CommonMark and struck text) without its marks: blocks apart by an empty line, items of lists each in a line.
 * A text that costs too much to parse stays as it is.
 */
export function plainText(markdown: string): string {
  if (markdownCost(markdown) === 'too-heavy') return markdown
  const root = fromMarkdown(markdown, {
    extensions: cjkEmphasis(),
    mdastExtensions: [gfmStrikethroughFromMarkdown()],
  })
  return plainTextOf(root)
}
