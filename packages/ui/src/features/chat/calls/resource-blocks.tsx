import type { ContentBlock, StoredBlock } from '@gatehouse/domain'
import { FileText, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton, Icon, RevealText, type IconType } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { base64Size } from '../../../lib/formats/data-size.ts'
import { AudioBlock, ImageBlock } from '../../../lib/media/media-blocks.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import type { MediaData } from '../../../lib/media/picture.tsx'
import { ShapedStoredText, ShapedText } from '../result-shapes/shaped-result.tsx'

interface ResourceBoxProps {
  icon: IconType
  name: string
  uri: string
  notes: readonly (string | undefined)[]
  children?: ReactNode
}

/** A resource with its address, and its content below. */
export function ResourceBox({ icon, name, uri, notes, children }: ResourceBoxProps) {
  const shown = notes.filter((note) => note !== undefined && note !== '')
  return (
    <div className="rounded-lg border border-line">
      <div className="flex items-start gap-2.5 px-3 py-2">
        <Icon icon={icon} className="mt-0.5 text-fg-2" />
        <div className="min-w-0 flex-1">
          <p className="truncate text-body font-medium">
            <RevealText text={oneLine(name)} wrap={false} />
          </p>
          <p className="font-mono text-small wrap-anywhere text-fg-2">
            <RevealText text={uri} />
          </p>
          {shown.length > 0 && (
            <p className="text-small text-fg-3">
              <RevealText text={shown.join(' · ')} />
            </p>
          )}
        </div>
        <CopyButton text={uri} />
      </div>
      {children && <div className="border-t border-line px-3 py-2">{children}</div>}
    </div>
  )
}

interface EmbeddedProps {
  /** As a server sent it, or as it is kept. */
  block: Extract<ContentBlock | StoredBlock, { type: 'resource' }>
  serverName: string
}

/** A resource that came with the result. */
export function EmbeddedResourceBlock({ block, serverName }: EmbeddedProps) {
  const t = useT('chat')
  const { bytes } = useFormats()
  const { uri, mimeType, text } = block.resource
  const kept = 'kept' in block.resource ? block.resource.kept : undefined
  const data = kept ?? ('blob' in block.resource ? block.resource.blob : undefined)
  const name = uri.split('/').findLast((part) => part !== '') ?? uri
  const label = t('call.textOf', { name: oneLine(name) })
  const size = data && bytes(typeof data === 'string' ? base64Size(data) : data.bytes)
  return (
    <ResourceBox
      icon={text === undefined ? Package : FileText}
      name={name}
      uri={uri}
      notes={[mimeType, size]}
    >
      {text !== undefined &&
        (kept ? (
          <ShapedStoredText preview={text} kept={kept} label={label} />
        ) : (
          <ShapedText text={text} label={label} />
        ))}
      {text === undefined && data !== undefined && (
        <BlobBody data={data} mimeType={mimeType ?? ''} serverName={serverName} />
      )}
    </ResourceBox>
  )
}

function BlobBody({
  data,
  mimeType,
  serverName,
}: {
  data: MediaData
  mimeType: string
  serverName: string
}) {
  const t = useT('chat')
  if (mimeType.startsWith('image/'))
    return <ImageBlock data={data} mimeType={mimeType} serverName={serverName} />
  if (mimeType.startsWith('audio/'))
    return <AudioBlock data={data} mimeType={mimeType} serverName={serverName} />
  return <p className="text-note text-fg-2">{t('call.binary')}</p>
}
