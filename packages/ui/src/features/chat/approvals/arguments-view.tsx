import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { ArrowDown, Braces } from 'lucide-react'
import { useRef, useState, type ReactNode, useEffect, type RefObject } from 'react'
import {
  Button,
  classNames,
  CopyButton,
  countJsonRows,
  Icon,
  IconButton,
  JsonTree,
  KeyValues,
  RevealText,
  ShowWholeText,
  useRawView,
  useUnseenPart,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

interface ArgumentsViewProps {
  value: JsonObject
  label: string
}

/** Entries that are drawn before more are asked for. */
const PAGE = 100
/** Lines up to which everything is open at once. */
const SMALL = 400

/** A text that would read the same as another kind of value, or as nothing, stands in quotes. */
export function needsQuotes(text: string): boolean {
  return /^$|^\s|\s$|^(?:true|false|null|-?[\d.].*|["[{].*)$/su.test(text)
}

function Quote() {
  return (
    <span aria-hidden className="text-fg-3">
      "
    </span>
  )
}

interface ArgumentValueProps {
  name: string
  value: JsonValue
  small: boolean
}

function ArgumentValue({ name, value, small }: ArgumentValueProps) {
  if (typeof value === 'string') {
    if (!needsQuotes(value)) return <RevealText text={value} />
    return (
      <>
        <Quote />
        <RevealText text={value} />
        <Quote />
      </>
    )
  }
  if (typeof value === 'object' && value !== null)
    return <JsonTree value={value} label={name} expandDepth={small ? 3 : 1} openSmall={small} />
  return (
    <span className={value === null ? 'text-fg-3' : 'text-accent tabular-nums'}>
      {String(value)}
    </span>
  )
}

function Entries({ value }: { value: JsonObject }) {
  const t = useT('chat')
  const entries = Object.entries(value)
  const [state, setState] = useState({ shown: PAGE, opening: 0 })
  const opening = useUnseenPart(Math.max(0, entries.length - state.shown))
  if (opening > state.opening) setState({ shown: entries.length, opening })
  const small = countJsonRows(value, SMALL) < SMALL
  const left = entries.length - state.shown
  return (
    <>
      <KeyValues
        mono
        variant="card"
        items={entries.slice(0, state.shown).map(([name, one], index) => ({
          name,
          label: name === '' ? <span className="text-fg-3">""</span> : <RevealText text={name} />,
          // The buttons lie over the first row.
          value: (
            <div className={index === 0 ? 'pr-14' : undefined}>
              <ArgumentValue name={name} value={one} small={small} />
            </div>
          ),
        }))}
      />
      {left > 0 && (
        <Button
          size="small"
          variant="ghost"
          className="m-1"
          onClick={() => setState({ ...state, shown: state.shown + PAGE })}
        >
          {t('call.moreArguments', { count: Math.min(left, PAGE), left })}
        </Button>
      )}
    </>
  )
}

/** All of the arguments, never cut: what does not fit is scrolled to, and the view shows that there is more. */
export function ArgumentsView({ value, label }: ArgumentsViewProps) {
  const t = useT('chat')
  const scroll = useRef<HTMLDivElement>(null)
  const more = useHasMoreBelow(scroll)
  const { raw, setRaw, counted } = useRawView(value)
  const text = () => JSON.stringify(value, null, 2)
  if (Object.keys(value).length === 0)
    return <p className="px-3 py-2 text-small text-fg-3">{t('call.noArguments')}</p>
  return (
    <div className="group/arguments relative">
      <div
        ref={scroll}
        data-arguments
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-[min(26rem,55vh)] overflow-auto focus-visible:-outline-offset-2"
      >
        <ShowWholeText>
          {raw ? (
            <pre data-testid="raw-arguments" className="px-3 py-2 pr-16 font-mono text-small">
              <RevealText text={text()} />
            </pre>
          ) : (
            counted(<Entries value={value} />)
          )}
        </ShowWholeText>
      </div>
      <MoreBelow shown={more}>{t('call.moreBelow')}</MoreBelow>
      <div className="absolute top-1 right-2 flex rounded-md bg-card opacity-60 transition-opacity group-focus-within/arguments:opacity-100 group-hover/arguments:opacity-100">
        <IconButton
          size="small"
          icon={Braces}
          label={t('call.rawJson')}
          pressed={raw}
          onClick={() => setRaw(!raw)}
        />
        <CopyButton text={text} label={t('call.copyArguments')} />
      </div>
    </div>
  )
}

function MoreBelow({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-x-0 bottom-0 flex justify-center bg-linear-to-t from-card to-transparent pt-6 pb-1.5',
        !shown && 'hidden',
      )}
    >
      <span className="inline-flex items-center gap-1 rounded-full border border-line-strong bg-card px-2 text-micro font-medium text-fg-2 shadow-1">
        <Icon icon={ArrowDown} size={12} />
        {children}
      </span>
    </div>
  )
}

/** True if something scrollable has more below the visible part. */
function useHasMoreBelow(ref: RefObject<HTMLElement | null>): boolean {
  const [more, setMore] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = (): void =>
      setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 4)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [ref])
  return more
}
