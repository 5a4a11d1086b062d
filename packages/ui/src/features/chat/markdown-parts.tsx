import type { ReactNode } from 'react'
import type { Components, ExtraProps } from 'streamdown'
import { CodeBlock, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx'
import { REVEALED } from './reveal-in-markdown.ts'

type Node = NonNullable<ExtraProps['node']>
interface Parts {
  children?: ReactNode
  node?: Node | undefined
}

function textOf(node: Node['children'][number] | Node): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** The language of a fence, as far as it is a plain word. */
function languageOf(code: Node): string | undefined {
  const names = code.properties['className']
  const words = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  const language =
    words.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  return /^[\w+#.-]{1,24}$/.test(language) ? language : undefined
}

/** A block of code, hidden characters revealed, with a button to copy it. */
export function CodeFence({ code, language }: { code: string; language: string | undefined }) {
  const t = useT('chat')
  return (
    <CodeBlock
      code={code}
      title={<span className="font-mono">{language ?? t('transcript.code')}</span>}
      label={language ?? t('transcript.code')}
      maxHeight="30rem"
      className="my-2.5"
    />
  )
}

function Pre({ node }: Parts) {
  const code = node?.children.find((child) => child.type === 'element' && child.tagName === 'code')
  if (!node || !code || code.type !== 'element') return null
  return <CodeFence code={textOf(code).replace(/\n$/, '')} language={languageOf(code)} />
}

function Table({ children }: Parts) {
  const t = useT('chat')
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('transcript.table')}
      className="my-2.5 max-h-[60vh] overflow-auto rounded-lg border border-line focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse text-left text-note">{children}</table>
    </div>
  )
}

function styled(
  tag: 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'strong' | 'thead' | 'th' | 'td',
  className: string,
) {
  const Tag = tag
  return function Styled({ children }: Parts) {
    return <Tag className={className}>{children}</Tag>
  }
}

/** Headings of an answer are one level in the page, whatever the model chose. */
function heading(className: string) {
  return function Heading({ children }: Parts) {
    return <h2 className={`mt-4 mb-1.5 font-semibold text-fg ${className}`}>{children}</h2>
  }
}

const large = heading('text-title')
const small = heading('text-read')

function Picture({ src, alt }: { src?: unknown; alt?: string | undefined }) {
  return <MarkdownImage src={typeof src === 'string' ? src : undefined} alt={alt} />
}

function InlineCode({ children }: Parts) {
  return (
    <code className="rounded-sm border border-line bg-sunken px-1 font-mono text-[0.88em] break-words">
      {children}
    </code>
  )
}

function TaskMark({ checked }: { checked?: boolean | undefined }) {
  return <span aria-hidden>{checked ? '☑ ' : '☐ '}</span>
}

function Revealed({ node }: Parts) {
  return node ? <RevealText text={textOf(node)} /> : null
}

const parts = {
  [REVEALED]: Revealed,
  a: MarkdownLink,
  img: Picture,
  pre: Pre,
  code: InlineCode,
  h1: large,
  h2: large,
  h3: small,
  h4: small,
  h5: small,
  h6: small,
  p: styled('p', 'my-2 break-words'),
  ul: styled('ul', 'my-2 flex list-disc flex-col gap-1 pl-5 marker:text-fg-3'),
  ol: styled('ol', 'my-2 flex list-decimal flex-col gap-1 pl-5 marker:text-fg-3'),
  li: styled('li', '[&>p]:my-0 [&>ul]:my-1 [&>ol]:my-1'),
  blockquote: styled('blockquote', 'my-2 border-l-2 border-line-strong pl-3 text-fg-2'),
  strong: styled('strong', 'font-semibold'),
  hr: () => <hr className="my-4 border-line" />,
  input: TaskMark,
  table: Table,
  thead: styled('thead', 'bg-sunken'),
  th: styled('th', 'border-b border-line px-2.5 py-1.5 font-medium'),
  td: styled('td', 'border-t border-line px-2.5 py-1.5 align-top'),
}

/** How the elements of an answer look. Made once: a new object would draw every block again. */
export const markdownParts: Components = parts
