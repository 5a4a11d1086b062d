import type { ReadResourceResult } from '@gatehouse/domain'
import { useMemo } from 'react'
import { parseJson } from '@gatehouse/domain'
import { JsonView } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { CollapsedText } from '../../../lib/media/collapsed-text.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { Picture } from '../../../lib/media/picture.tsx'
import { AudioPlayer } from '../../../lib/media/audio-player.tsx'
import { base64Size } from '../../../lib/formats/data-size.ts'

type Contents = ReadResourceResult['contents'][number]

/** Longer JSON is shown as text: a tree of it would hold the window up. */
const MAX_JSON = 2_000_000
const SHOWN_BYTES = 256

/** Content of a resource: text, a JSON tree, a picture, sound, or its first bytes. */
export function ResourceContents({ contents, label }: { contents: Contents; label: string }) {
  const { text, blob, mimeType = '' } = contents
  if (text !== undefined) return <TextContents text={text} mimeType={mimeType} label={label} />
  if (blob === undefined) return <CollapsedText text="" label={label} />
  return <BlobContents data={blob} mimeType={mimeType} label={label} />
}

function TextContents({
  text,
  mimeType,
  label,
}: {
  text: string
  mimeType: string
  label: string
}) {
  const json = useMemo(() => {
    const isDeclared = /[/+]json(?:;|$)/i.test(mimeType)
    const looks = mimeType === '' && /^\s*[[{]/.test(text)
    if ((!isDeclared && !looks) || text.length > MAX_JSON) return null
    const parsed = parseJson(text)
    return parsed.ok ? parsed : null
  }, [text, mimeType])
  return json ? (
    <JsonView value={json.value} label={label} className="-mx-1" />
  ) : (
    <CollapsedText text={text} label={label} />
  )
}

interface BlobProps {
  data: string
  mimeType: string
  label: string
}

/** Bytes in base64, drawn or played when that is safe. */
export function BlobContents({ data, mimeType, label }: BlobProps) {
  const fallback = <Bytes data={data} label={label} />
  if (/^image\//i.test(mimeType))
    return (
      <Picture
        data={data}
        mimeType={mimeType}
        alt={label}
        fallback={fallback}
        className="block h-auto max-h-96 w-auto max-w-full rounded-lg border border-line bg-sunken object-contain"
      />
    )
  if (/^audio\//i.test(mimeType))
    return <AudioPlayer data={data} mimeType={mimeType} label={label} fallback={fallback} />
  return fallback
}

function Bytes({ data, label }: { data: string; label: string }) {
  const t = useT('servers')
  const { bytes } = useFormats()
  const size = base64Size(data)
  const lines = useMemo(() => hexLines(data, SHOWN_BYTES), [data])
  return (
    <div className="flex flex-col gap-1">
      <p className="text-small text-fg-3">
        {size > SHOWN_BYTES
          ? t('content.firstBytes', { size: bytes(size), shown: bytes(SHOWN_BYTES) })
          : t('content.bytes')}
      </p>
      {lines !== '' && (
        <pre
          role="group"
          tabIndex={0}
          aria-label={label}
          className="overflow-x-auto font-mono text-small focus-visible:outline-offset-4"
        >
          {lines}
        </pre>
      )}
    </div>
  )
}

/** The first bytes as lines of sixteen: offset, hexadecimal, what is printable. `''` when not base64. */
function hexLines(base64: string, count: number): string {
  const bytes = firstBytes(base64, count)
  const lines: string[] = []
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const row = bytes.slice(offset, offset + 16)
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.'))
    lines.push(`${offset.toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${text.join('')}`)
  }
  return lines.join('\n')
}

function firstBytes(base64: string, count: number): number[] {
  try {
    const head = base64.replace(/\s+/g, '').slice(0, Math.ceil(count / 3) * 4)
    const text = atob(head).slice(0, count)
    return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  } catch {
    return []
  }
}
