import { memo } from 'react'
import { Block, type BlockProps } from 'streamdown'
import { CodeFence } from './markdown-parts.tsx'
import { readFence } from './read-fence.ts'

/** A single fence beyond this is not parsed while it grows: parsing it anew at each step costs frames. */
const LONG_FENCE = 4000

/** One block of an answer. Long code goes past the parser. */
export const MarkdownBlock = memo(function MarkdownBlock(props: BlockProps) {
  const fence = props.content.length > LONG_FENCE ? readFence(props.content) : null
  return fence ? <CodeFence {...fence} /> : <Block {...props} />
})
