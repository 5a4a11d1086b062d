import { memo } from 'react'
import { Block, type BlockProps } from 'streamdown'
import { RevealText } from '../../kit/index.ts'
import { CodeFence } from './markdown-parts.tsx'

/** A single block beyond this is not parsed while it grows: parsing it anew at each step costs frames. */
const MAX_PARSED = 16_000

const fenceStart = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\n`]*)\n/

/** A fence as code and language; null for any other block. */
function readFence(content: string): { code: string; language: string | undefined } | null {
  const start = fenceStart.exec(content)
  const mark = start?.[1]
  if (!start || mark === undefined) return null
  const body = content.slice(start[0].length).replace(/\s+$/, '')
  const last = body.lastIndexOf('\n')
  const closed = body
    .slice(last + 1)
    .trim()
    .startsWith(mark)
  const word = start[2]?.trim().split(/\s/)[0] ?? ''
  return {
    code: closed ? body.slice(0, Math.max(0, last)) : body,
    language: /^[\w+#.-]{1,24}$/.test(word) ? word : undefined,
  }
}

/** One block of an answer. Long code goes past the parser; other giants are shown as plain text. */
export const MarkdownBlock = memo(function MarkdownBlock(props: BlockProps) {
  if (props.content.length <= MAX_PARSED) return <Block {...props} />
  const fence = readFence(props.content)
  if (fence) return <CodeFence {...fence} />
  return (
    <p className="my-2">
      <RevealText text={props.content} />
    </p>
  )
})
