import { Download, WrapText } from 'lucide-react'
import { Children, useState, type ReactNode } from 'react'
import type { Components, ExtraProps } from 'streamdown'
import { CodeBlock, Disclosure, IconButton, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useCodeColors } from '../syntax-highlighting/use-code-colors.ts'
import { DiagramFence, isDiagram } from '../diagrams/diagram-fence.tsx'
import { AnswerTable, SortButton, useSortOf } from './answer-table.tsx'
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx'
import { MathFormula } from '../math/math-formula.tsx'
import { formulaOf } from '../math/remark-formulas.ts'
import { useResultWords } from '../result-shapes/result-words.ts'
import { useSaveText } from '../result-shapes/use-save-text.ts'
import { textOfNode } from './node-text.ts'
import { REVEALED } from './reveal-in-markdown.ts'

type Node = NonNullable<ExtraProps['node']>
interface Parts {
  children?: ReactNode
  node?: Node | undefined
}

/** The language of a fence, as far as it is a plain word. */
function languageOf(code: Node): string | undefined {
  const names = code.properties['className']
  const words = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  const language =
    words.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  return /^[\w+#.-]{1,24}$/.test(language) ? language : undefined
}

/** A block of code, hidden characters revealed, coloured once it is complete, with a button to copy it. */
export function CodeFence({ code, language }: { code: string; language: string | undefined }) {
  const t = useT('chat')
  const words = useResultWords()
  const save = useSaveText()
  const [isWrapped, setWrapped] = useState(false)
  const blockRef = useCodeColors(code, language)
  if (language !== undefined && isDiagram(language))
    return <DiagramFence code={code} language={language} blockRef={blockRef} />
  return (
    <div data-language={language}>
      <CodeBlock
        blockRef={blockRef}
        code={code}
        title={<span className="font-mono">{language ?? t('transcript.code')}</span>}
        label={language ?? t('transcript.code')}
        maxHeight="30rem"
        className="my-2.5"
        wrap={isWrapped}
        actions={
          <>
            <IconButton
              size="small"
              icon={WrapText}
              label={words('wrap')}
              pressed={isWrapped}
              onClick={() => setWrapped(!isWrapped)}
            />
            <IconButton
              size="small"
              icon={Download}
              label={words('saveCode')}
              onClick={() =>
                save({ name: language ?? words('codeName'), ending: '.txt', text: code })
              }
            />
          </>
        }
      />
    </div>
  )
}

function Pre({ node }: Parts) {
  const code = node?.children.find((child) => child.type === 'element' && child.tagName === 'code')
  if (!node || !code || code.type !== 'element') return null
  return <CodeFence code={textOfNode(code).replace(/\n$/, '')} language={languageOf(code)} />
}

function styled(
  tag: 'p' | 'ul' | 'ol' | 'blockquote' | 'strong' | 'thead' | 'kbd' | 'mark',
  className: string,
) {
  const Tag = tag
  return function Styled({ children }: Parts) {
    return <Tag className={className}>{children}</Tag>
  }
}

/** Headings of an answer are one level in the page, whatever the model chose. */
function heading(level: 1 | 2 | 3 | 4 | 5 | 6, className: string) {
  return function Heading({ children }: Parts) {
    return (
      <h2 data-level={level} className={`mt-4 mb-1.5 font-semibold text-fg ${className}`}>
        {children}
      </h2>
    )
  }
}

const small = 'text-read text-fg-2'

function Picture({ src, alt }: { src?: unknown; alt?: string | undefined }) {
  return <MarkdownImage src={typeof src === 'string' ? src : undefined} alt={alt} />
}

function InlineCode({ children, node }: Parts) {
  const formula = node ? formulaOf(node.properties['className'], textOfNode(node)) : null
  if (formula) return <MathFormula {...formula} />
  return (
    <code className="rounded-sm border border-line bg-sunken px-1 font-mono text-[0.88em] break-words">
      {children}
    </code>
  )
}

/** The box stands in the place of the bullet, which a task has none of. */
function TaskMark({ checked }: { checked?: boolean | undefined }) {
  return (
    <span data-checked={checked === true} className="-ml-5 inline-block w-5">
      {checked ? '☑' : '☐'}
    </span>
  )
}

function Item({ children, node }: Parts) {
  const names = node?.properties['className']
  const isTask = Array.isArray(names) && names.includes('task-list-item')
  return (
    <li className={`${isTask ? 'list-none' : ''} [&>ol]:my-1 [&>p]:my-0 [&>ul]:my-1`}>
      {children}
    </li>
  )
}

const alignments: Record<string, string> = { center: 'text-center', right: 'text-right' }

/** A cell of a table, aligned as the answer says. Words are not broken: a wide table scrolls. */
function cell(tag: 'th' | 'td', className: string) {
  const Tag = tag
  return function Cell({ children, node }: Parts) {
    const align = alignments[String(node?.properties['align'])] ?? ''
    const sort = useSortOf(node)
    return (
      <Tag
        aria-sort={sort}
        className={`max-w-96 min-w-16 px-2.5 py-1.5 break-normal [&_code]:break-normal ${className} ${align}`}
      >
        {tag === 'th' ? <SortButton node={node}>{children}</SortButton> : children}
      </Tag>
    )
  }
}

/** A part of an answer that the model folded. Its summary is its first element. */
function Details({ children }: Parts) {
  const [summary, ...body] = Children.toArray(children)
  return (
    <Disclosure summary={summary} className="my-2 rounded-lg border border-line px-3 py-1.5">
      {body}
    </Disclosure>
  )
}

/** The words of a fold, which are drawn in the fold's own summary. */
function Summary({ children }: Parts) {
  return <span className="font-medium">{children}</span>
}

function Revealed({ node }: Parts) {
  return node ? <RevealText text={textOfNode(node)} /> : null
}

const parts = {
  [REVEALED]: Revealed,
  a: MarkdownLink,
  img: Picture,
  pre: Pre,
  code: InlineCode,
  h1: heading(1, 'text-heading'),
  h2: heading(2, 'text-title'),
  h3: heading(3, 'text-read'),
  h4: heading(4, small),
  h5: heading(5, small),
  h6: heading(6, small),
  p: styled('p', 'my-2 break-words'),
  ul: styled('ul', 'my-2 flex list-disc flex-col gap-1 pl-5 marker:text-fg-3'),
  ol: styled('ol', 'my-2 flex list-decimal flex-col gap-1 pl-5 marker:text-fg-3'),
  li: Item,
  blockquote: styled('blockquote', 'my-2 border-l-2 border-line-strong pl-3 text-fg-2'),
  strong: styled('strong', 'font-semibold'),
  kbd: styled('kbd', 'rounded-sm border border-line-strong bg-sunken px-1 font-mono text-[0.88em]'),
  mark: styled('mark', 'rounded-sm bg-warning-soft px-0.5 text-fg'),
  hr: () => <hr className="my-4 border-line" />,
  input: TaskMark,
  details: Details,
  summary: Summary,
  table: AnswerTable,
  thead: styled('thead', 'bg-sunken'),
  th: cell('th', 'border-b border-line font-medium'),
  td: cell('td', 'border-t border-line align-top'),
}

/** Components that draw the elements of an answer. Made once: a new object would draw every block again. */
export const markdownParts: Components = parts
