import type { BlobRef, JsonValue } from '@gatehouse/domain'
import { useMemo, useState, type ReactNode } from 'react'
import {
  Button,
  JsonTree,
  JsonView,
  RevealText,
  Spinner,
  Tabs,
  classNames,
  useIncrementalList,
} from '../../../kit/index.ts'
import { readText, useBlobs } from '../../../lib/media/blobs.ts'
import { CollapsedText } from '../../../lib/media/collapsed-text.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { StoredText } from '../../../lib/media/stored-text.tsx'
import { InertLinks } from '../inert-links.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { DataTable } from './data-table.tsx'
import { detectShape, levelOf, shapeOfValue, type Shape } from './detect-shape.ts'
import { useResultWords } from './result-words.ts'
import { ShowMoreButton } from '../../../lib/chats/show-more-button.tsx'

const LINES = { first: 300, step: 1000 }

/** Bytes of a kept text that is read to find its shape. */
const MAX_READ = 1_000_000

interface ShapedTextProps {
  text: string
  label: string
  tone?: 'danger' | undefined
}

/** A text of a result in the form that its shape suggests, with a switch to the form in which it was sent. */
export function ShapedText({ text, label, tone }: ShapedTextProps) {
  const shape = useMemo(() => detectShape(text), [text])
  const asSent = <CollapsedText text={text} label={label} tone={tone} />
  if (shape.kind === 'text') return asSent
  return (
    <Switch shape={shape} label={label} asSent={asSent}>
      {shape.kind === 'log' ? (
        <ColouredLines text={text} label={label} tone={logTone} />
      ) : (
        <ShapeView shape={shape} label={label} />
      )}
    </Switch>
  )
}

function logTone(line: string): string | undefined {
  const level = levelOf(line)
  if (level === 'error') return 'text-danger'
  return level === 'warning' ? 'text-warning' : undefined
}

interface SwitchProps {
  shape: Exclude<Shape, { kind: 'text' }>
  label: string
  asSent: ReactNode
  children: ReactNode
}

function Switch({ shape, label, asSent, children }: SwitchProps) {
  const t = useResultWords()
  // A text that hides a part when it is rendered is shown as it was sent at first.
  const hides = shape.kind === 'markdown' && shape.leavesOut
  const [view, setView] = useState<'shape' | 'sent'>(hides ? 'sent' : 'shape')
  return (
    <Tabs
      label={`${t('view')}: ${label}`}
      variant="segment"
      value={view}
      onValueChange={setView}
      listClassName="mb-1.5"
      items={[
        {
          value: 'shape',
          label: t(`shape.${shape.kind}`),
          content: (
            <>
              {hides && <p className="mb-1 text-small text-warning">{t('leavesOut')}</p>}
              {children}
            </>
          ),
        },
        { value: 'sent', label: t('asSent'), content: asSent },
      ]}
    />
  )
}

function ShapeView({ shape, label }: { shape: Shape; label: string }) {
  switch (shape.kind) {
    case 'table':
      return (
        <>
          {shape.facts.length > 0 && (
            <p className="mb-1.5 text-small text-fg-2">
              <RevealText
                text={shape.facts.map(([name, fact]) => `${name}: ${fact}`).join(' · ')}
              />
            </p>
          )}
          <DataTable table={shape.table} label={label} />
        </>
      )
    case 'tree':
      return (
        <div className="max-h-96 overflow-auto rounded-lg border border-line p-2">
          <JsonTree value={shape.value} label={label} expandDepth={4} />
        </div>
      )
    case 'diff':
      return <ColouredLines text={shape.text} label={label} tone={diffTone} />
    case 'markdown':
      return (
        <div className="max-h-[60vh] overflow-auto rounded-lg border border-line px-3 py-1.5">
          <InertLinks value={true}>
            <Markdown text={shape.text} streaming={false} />
          </InertLinks>
        </div>
      )
    case 'log':
    case 'text':
      return null
  }
}

/** Structured content: rows as a table beside its JSON, anything else as JSON. */
export function ShapedValue({ value, label }: { value: JsonValue; label: string }) {
  const t = useResultWords()
  const [view, setView] = useState<'table' | 'json'>('table')
  const shape = useMemo(() => shapeOfValue(value), [value])
  const json = (
    <div className="rounded-lg border border-line">
      <JsonView value={value} label={label} />
    </div>
  )
  if (shape.kind !== 'table') return json
  return (
    <Tabs
      label={`${t('view')}: ${label}`}
      variant="segment"
      value={view}
      onValueChange={setView}
      listClassName="mb-1.5"
      items={[
        {
          value: 'table',
          label: t('shape.table'),
          content: <ShapeView shape={shape} label={label} />,
        },
        { value: 'json', label: t('json'), content: json },
      ]}
    />
  )
}

interface ShapedStoredTextProps {
  preview: string
  kept: BlobRef
  label: string
  tone?: 'danger' | undefined
}

/** A text that is kept apart: its beginning, and by a press the whole in the form of its shape. */
export function ShapedStoredText({ preview, kept, label, tone }: ShapedStoredTextProps) {
  const t = useResultWords()
  const chat = useT('chat')
  const blobs = useBlobs()
  const [read, setRead] = useState<{ text: string } | 'reading' | null>(null)
  const [isGone, setGone] = useState(false)
  if (read === 'reading') return <Spinner />
  if (read !== null) return <ShapedText text={read.text} label={label} tone={tone} />
  const show = () => {
    setRead('reading')
    readText(blobs, kept.hash).then(
      (text) => setRead({ text }),
      () => {
        setRead(null)
        setGone(true)
      },
    )
  }
  const mayHaveShape = kept.bytes <= MAX_READ && !isGone && beginsAsShape(preview)
  return (
    <>
      {mayHaveShape && (
        <Button size="small" className="self-start" onClick={show}>
          {t('showShape')}
        </Button>
      )}
      {isGone && <p className="text-note text-fg-2">{chat('call.notOnDisk')}</p>}
      <StoredText preview={preview} kept={kept} label={label} tone={tone} />
    </>
  )
}

/** True if the whole lines of a beginning have a shape, or it begins as JSON does. */
function beginsAsShape(preview: string): boolean {
  if (/^\s*[[{]/.test(preview)) return true
  return detectShape(preview.slice(0, preview.lastIndexOf('\n') + 1)).kind !== 'text'
}

interface ColouredLinesProps {
  text: string
  /** Accessible name. */
  label: string
  /** The classes of a line. */
  tone: (line: string) => string | undefined
}

/** Text line by line, each in the colour of its kind. */
function ColouredLines({ text, label, tone }: ColouredLinesProps) {
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r?\n/), [text])
  const steps = useIncrementalList(lines.length, LINES)
  return (
    <div className="flex flex-col gap-1">
      <div
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-[60vh] overflow-auto rounded-lg border border-line py-1 font-mono text-small focus-visible:-outline-offset-2"
      >
        <div className="w-max min-w-full">
          {lines.slice(0, steps.shown).map((line, index) => (
            <div key={index} className={classNames('min-h-[1lh] px-3', tone(line))}>
              <RevealText text={line} wrap={false} />
            </div>
          ))}
        </div>
      </div>
      <ShowMoreButton steps={steps} />
    </div>
  )
}

/** The colours of a line of a unified diff. */
function diffTone(line: string): string | undefined {
  if (/^(?:---|\+\+\+|diff |index |Index: )/.test(line)) return 'text-fg-3'
  if (line.startsWith('@@')) return 'bg-sunken text-fg-3'
  if (line.startsWith('+')) return 'bg-success-soft text-success'
  return line.startsWith('-') ? 'bg-danger-soft text-danger' : undefined
}
