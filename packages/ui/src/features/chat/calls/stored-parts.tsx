import {
  blocksIn,
  MESSAGE_BUDGET,
  parseJson,
  type BlobRef,
  type ContentBlock,
  type JsonValue,
} from '@gatehouse/domain'
import { useState, type ReactNode } from 'react'
import { Button, Spinner } from '../../../kit/index.ts'
import { useBlob } from '../../../lib/media/blobs.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { StoredText } from '../../../lib/media/stored-text.tsx'
import { ShapedValue } from '../result-shapes/shaped-result.tsx'

/** Bytes of JSON that are drawn as a tree or as parts; more is shown as text. */
const MAX_PARSED = 4_000_000

interface StoredPartsProps {
  count: number
  kept: BlobRef
  children: (parts: ContentBlock[]) => ReactNode
}

/** The parts of a long result that are kept apart; read when the person wants to see them. */
export function StoredParts({ count, kept, children }: StoredPartsProps) {
  const t = useT('chat')
  return (
    <OnDemand kept={kept} label={t('call.restOfResult')} action={t('call.furtherParts', { count })}>
      {(value) => children(blocksIn(value))}
    </OnDemand>
  )
}

interface StoredJsonProps {
  preview: string
  kept: BlobRef
  label: string
}

/** A large JSON value: its beginning as text until the person wants to see it. */
export function StoredJson({ preview, kept, label }: StoredJsonProps) {
  const t = useT('chat')
  return (
    <OnDemand kept={kept} label={label} preview={preview} action={t('call.showStructured')}>
      {(value) => <ShapedValue value={value} label={label} />}
    </OnDemand>
  )
}

interface OnDemandProps {
  kept: BlobRef
  label: string
  /** The label of the button. */
  action: string
  preview?: string
  children: (value: JsonValue) => ReactNode
}

function OnDemand({ kept, label, action, preview = '', children }: OnDemandProps) {
  const { bytes } = useFormats()
  const [open, setOpen] = useState(false)
  if (kept.bytes > MAX_PARSED) return <StoredText preview={preview} kept={kept} label={label} />
  if (open) return <Parsed kept={kept}>{children}</Parsed>
  return (
    <div className="flex items-center gap-2">
      <Button size="small" onClick={() => setOpen(true)}>
        {action}
      </Button>
      <span className="text-small text-fg-3">{bytes(kept.bytes)}</span>
    </div>
  )
}

function Parsed({ kept, children }: Pick<OnDemandProps, 'kept' | 'children'>) {
  const t = useT('chat')
  const data = useBlob(kept.hash)
  if (data === null) return <Spinner />
  const value = data === 'gone' ? undefined : parse(data)
  if (value === undefined) return <p className="text-note text-fg-2">{t('call.notOnDisk')}</p>
  return children(value)
}

function parse(data: Uint8Array): JsonValue | undefined {
  const json = parseJson(new TextDecoder().decode(data), { budget: MESSAGE_BUDGET })
  return json.ok ? json.value : undefined
}
