import { memo } from 'react'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { MarkdownBlock } from './markdown-block.tsx'
import { markdownParts } from './markdown-parts.tsx'
import { usePacedText } from './paced-text.ts'
import { revealInMarkdown } from './reveal-in-markdown.ts'

/** Without `raw`, HTML in the text stays text. Links and images are judged by their own components. */
const rehypePlugins = [defaultRehypePlugins['sanitize'], revealInMarkdown].filter(
  (plugin) => plugin !== undefined,
)

/** Longer texts hold a giant block, which MarkdownBlock knows how to treat. */
const MAX_AT_ONCE = 8000

interface MarkdownProps {
  text: string
  streaming: boolean
}

/** A model's text. Nothing in it is fetched, run, or styled by itself. */
export const Markdown = memo(function Markdown({ text, streaming }: MarkdownProps) {
  const paced = usePacedText(text, streaming)
  // What does not grow any more is parsed in one go; block by block costs several times as much.
  const settled = !streaming && text.length <= MAX_AT_ONCE
  return (
    <div className="-my-2 flow-root text-read text-fg">
      <Streamdown
        className="space-y-0"
        mode={settled ? 'static' : 'streaming'}
        components={markdownParts}
        rehypePlugins={rehypePlugins}
        BlockComponent={MarkdownBlock}
        controls={false}
        dir="auto"
      >
        {paced}
      </Streamdown>
    </div>
  )
})
