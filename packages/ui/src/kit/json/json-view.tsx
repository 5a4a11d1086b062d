import { useMemo } from 'react'
import { classNames } from '../class-names.ts'
import { CopyButton } from '../text/copy-button.tsx'
import { JsonTree } from './json-tree.tsx'
import { useKit } from '../kit-labels.ts'
import { RevealText } from '../text/reveal-text.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { useRawView } from './use-raw-view.tsx'

export interface JsonViewProps {
  value: unknown
  /** Accessible name ('Arguments', 'Structured content'). */
  label: string
  expandDepth?: number | undefined
  /** CSS length; scrolls beyond it. */
  maxHeight?: string | undefined
  className?: string | undefined
}

/** A JSON value as tree and raw, with a copy button. */
export function JsonView({
  value,
  label,
  expandDepth,
  maxHeight = '24rem',
  className,
}: JsonViewProps) {
  const { labels } = useKit()
  const { raw: isRaw, setRaw, counted } = useRawView(value)
  const tab = isRaw ? 'raw' : 'tree'
  const raw = useMemo(() => JSON.stringify(value, null, 2) ?? 'undefined', [value])
  const scroll = 'overflow-auto px-2 pb-2'
  return (
    <div className={classNames('relative', className)}>
      <div className="absolute top-1 right-1.5 z-1">
        <CopyButton text={raw} />
      </div>
      <Tabs
        label={label}
        variant="segment"
        value={tab}
        onValueChange={(next) => setRaw(next === 'raw')}
        listClassName="m-1.5"
        items={[
          {
            value: 'tree',
            label: labels.tree,
            content: (
              <div style={{ maxHeight }} className={scroll}>
                {counted(<JsonTree value={value} label={label} expandDepth={expandDepth} />)}
              </div>
            ),
          },
          {
            value: 'raw',
            label: labels.raw,
            content: (
              <pre
                style={{ maxHeight }}
                tabIndex={0}
                aria-label={label}
                role="group"
                className={classNames(
                  scroll,
                  'font-mono text-small focus-visible:-outline-offset-2',
                )}
              >
                <RevealText text={raw} />
              </pre>
            ),
          },
        ]}
      />
    </div>
  )
}
