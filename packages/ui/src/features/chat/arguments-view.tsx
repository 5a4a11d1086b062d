import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { ArrowDown, Braces } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import {
  classNames,
  CopyButton,
  Icon,
  IconButton,
  JsonTree,
  KeyValues,
  RevealText,
  ShowWholeText,
} from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useMoreBelow } from './use-overflow.ts'

interface ArgumentsViewProps {
  value: JsonObject
  label: string
}

function ArgumentValue({ name, value }: { name: string; value: JsonValue }) {
  if (typeof value === 'string') {
    return value === '' ? <span className="text-fg-3">""</span> : <RevealText text={value} />
  }
  if (typeof value === 'object' && value !== null)
    return <JsonTree value={value} label={name} expandDepth={3} />
  return (
    <span className={value === null ? 'text-fg-3' : 'text-accent tabular-nums'}>
      {String(value)}
    </span>
  )
}

/** All of the arguments, never cut: what does not fit is scrolled to, and the view says that there is more. */
export function ArgumentsView({ value, label }: ArgumentsViewProps) {
  const t = useT('chat')
  const scroll = useRef<HTMLDivElement>(null)
  const more = useMoreBelow(scroll)
  const [raw, setRaw] = useState(false)
  const text = () => JSON.stringify(value, null, 2)
  const entries = Object.entries(value)
  if (entries.length === 0)
    return <p className="px-3 py-2 text-small text-fg-3">{t('call.noArguments')}</p>
  return (
    <div className="group/arguments relative">
      <div
        ref={scroll}
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-[min(26rem,55vh)] overflow-auto focus-visible:-outline-offset-2"
      >
        <ShowWholeText>
          {raw ? (
            <pre className="px-3 py-2 pr-16 font-mono text-small">
              <RevealText text={text()} />
            </pre>
          ) : (
            <KeyValues
              mono
              variant="card"
              items={entries.map(([name, one], index) => ({
                name,
                label: <RevealText text={name} />,
                // The buttons lie over the first row.
                value: (
                  <div className={index === 0 ? 'pr-14' : undefined}>
                    <ArgumentValue name={name} value={one} />
                  </div>
                ),
              }))}
            />
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
