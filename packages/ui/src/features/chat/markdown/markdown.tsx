import {
  memo,
  startTransition,
  useDeferredValue,
  useMemo,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  Block,
  defaultRemarkPlugins,
  Streamdown,
  type BlockProps,
  defaultRehypePlugins,
} from 'streamdown'
import { RevealText } from '../../../kit/index.ts'
import { PlainTextFallback } from '../../../lib/media/plain-text-fallback.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { typingPace } from '../../../lib/keys/typing-pace.ts'
import { remarkCjkEmphasis } from './cjk-emphasis.ts'
import { CodeIsComplete } from '../syntax-highlighting/use-code-colors.ts'
import { inlineHtml } from '../inline-html.ts'
import { markdownCost } from './markdown-cost.ts'
import { CodeFence, markdownParts } from './markdown-parts.tsx'
import { FormulaBudget } from '../math/math-formula.tsx'
import { remarkFormulas } from '../math/remark-formulas.ts'
import { endsInFence, readFence } from './read-fence.ts'
import { revealInMarkdown } from './reveal-in-markdown.ts'
import { APP_LINK_SCHEME } from '@gatehouse/domain'

const remarkPlugins = [...Object.values(defaultRemarkPlugins), remarkCjkEmphasis, remarkFormulas]

/** Without `raw`, HTML in the text stays text, but for a few elements that are made anew. Links and images are judged by their own components. */
const rehypePlugins = [sanitizeWithMessageLinks(), inlineHtml, revealInMarkdown].filter(
  (plugin) => plugin !== undefined,
)

/** Nothing is put into a formula that still grows. */
const completions = { katex: false }

/**
 * A longer fence is drawn without the parser, which would gain nothing; parsing it again at each step while it grows
 * costs frames.
 */
const LONG_FENCE = 4000

interface MarkdownProps {
  text: string
  streaming: boolean
}

/** A model's text. Nothing in it is fetched, run, or styled by itself, and none of it holds the window up. */
export const Markdown = memo(function Markdown({ text, streaming }: MarkdownProps) {
  const paced = usePacedText(text, streaming)
  const [hasGrown] = useState(streaming)
  const fence = useMemo(() => (paced.length > LONG_FENCE ? readFence(paced) : null), [paced])
  const cost = useMemo(() => markdownCost(paced), [paced])
  // What is heavy is plain at first and formatted when the window has nothing more urgent to do.
  const wanted = cost !== 'too-heavy'
  const formatted = useDeferredValue(wanted, wanted && cost !== 'heavy')
  return (
    <div className="-my-2 flow-root min-h-5 text-read text-fg">
      {fence ? (
        <CodeIsComplete value={fence.isClosed || !streaming}>
          <CodeFence code={fence.code} language={fence.language} />
        </CodeIsComplete>
      ) : formatted && wanted ? (
        <PlainTextFallback of={paced} text={() => paced}>
          <FormulaBudget>
            <Streamdown
              className="space-y-0"
              // A finished text is parsed at once, which is cheaper. A text that grew keeps its blocks: the same
              // text in the other mode would be parsed and drawn anew, and a selection within it lost.
              mode={hasGrown ? 'streaming' : 'static'}
              parseIncompleteMarkdown={streaming}
              isAnimating={streaming}
              components={markdownParts}
              remarkPlugins={remarkPlugins}
              rehypePlugins={rehypePlugins}
              BlockComponent={MarkdownBlock}
              remend={completions}
              controls={false}
              dir="auto"
            >
              {paced}
            </Streamdown>
          </FormulaBudget>
        </PlainTextFallback>
      ) : (
        <PlainAnswer text={paced} final={!wanted && !streaming} />
      )}
    </div>
  )
})

function PlainAnswer({ text, final }: { text: string; final: boolean }) {
  const t = useT('chat')
  return (
    <>
      {final && <p className="my-1 text-small text-fg-3">{t('transcript.plain')}</p>}
      <p className="my-2">
        <RevealText text={text} />
      </p>
    </>
  )
}

/** One block of an answer. Long code goes past the parser. */
const MarkdownBlock = memo(function MarkdownBlock(props: BlockProps) {
  const fence = props.content.length > LONG_FENCE ? readFence(props.content) : null
  const isComplete = fence ? fence.isClosed : !endsInFence(props.content)
  return (
    <CodeIsComplete value={isComplete}>
      {fence ? <CodeFence code={fence.code} language={fence.language} /> : <Block {...props} />}
    </CodeIsComplete>
  )
})

/** Up to here every frame is drawn; a longer text is drawn a few times a second. */
const FREE_CHARACTERS = 6000
const PACE_MS = 120
/** Beside a person who types it is drawn less often: each time costs about the frame of a key. */
const PACE_BESIDE_TYPING = 2

/** A streaming text as often as it can be drawn without jank; the whole text once it is complete. */
function usePacedText(text: string, streaming: boolean): string {
  const paced = streaming && text.length > FREE_CHARACTERS
  const latest = useRef(text)
  const [shown, setShown] = useState(text)
  useEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    if (!paced) return undefined
    let rounds = 0
    // What the person types goes first.
    const draw = (): void => startTransition(() => setShown(latest.current))
    const show = (): void => {
      rounds += 1
      if (typingPace.isTyping() && rounds % PACE_BESIDE_TYPING !== 0) return
      typingPace.run(draw)
    }
    typingPace.run(draw)
    const timer = setInterval(show, PACE_MS)
    return () => clearInterval(timer)
  }, [paced])
  if (!paced) return text
  const known = shown.length >= FREE_CHARACTERS && shown.length <= text.length
  return known ? shown : text.slice(0, FREE_CHARACTERS)
}

type Plugin = (typeof defaultRehypePlugins)[string]

/** Removes everything from an answer that could act, and keeps links to messages. */
function sanitizeWithMessageLinks(): Plugin | undefined {
  const sanitize = defaultRehypePlugins['sanitize']
  if (!Array.isArray(sanitize)) return sanitize
  const [plugin] = sanitize
  const schema: unknown = sanitize[1]
  if (!isSchema(schema)) return sanitize
  const href = [...schema.protocols.href, APP_LINK_SCHEME]
  return [plugin, { ...schema, protocols: { ...schema.protocols, href } }]
}

/** True if the value has the part of the schema of `rehype-sanitize` that is read here. */
function isSchema(value: unknown): value is { protocols: { href: readonly string[] } } {
  if (typeof value !== 'object' || value === null || !('protocols' in value)) return false
  const { protocols } = value
  if (typeof protocols !== 'object' || protocols === null || !('href' in protocols)) return false
  return Array.isArray(protocols.href)
}
