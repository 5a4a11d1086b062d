import { CircleAlert, RotateCw } from 'lucide-react'
import { Icon, IconButton, Spinner } from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { DraftAttachmentChip } from './draft-attachment-chip.tsx'
import type { Attaching, AttachRequest } from './use-attaching.ts'

interface EntryProps {
  entry: Attaching
  onRetry: () => void
  onRemove: () => void
}

/** Something on its way into the draft, or why it did not get there. */
export function AttachingChip({ entry: { request, error }, onRetry, onRemove }: EntryProps) {
  const t = useT('composer')
  const words = useErrorWords()
  const name = nameOf(request)
  const waiting =
    'serverName' in request ? t('tray.asking', { server: request.serverName }) : t('tray.reading')
  return (
    <DraftAttachmentChip
      mark={error ? <Icon icon={CircleAlert} size={14} /> : <Spinner size={12} decorative />}
      name={name}
      facts={error ? words(error) : waiting}
      tone={error ? 'failed' : 'plain'}
      onRemove={onRemove}
    >
      {error && canChange(request, error) && (
        <IconButton
          size="small"
          icon={RotateCw}
          label={t('tray.retry', { name: oneLine(name, 80) })}
          onClick={onRetry}
        />
      )}
    </DraftAttachmentChip>
  )
}

/** Errors about the bytes of a file, which a retry cannot mend. */
const OF_BYTES: readonly string[] = [
  'attachment/empty',
  'attachment/unsupported',
  'attachment/file-too-large',
  'attachment/picture-too-large',
  'attachment/picture-damaged',
  'attachment/document-needs-password',
  'attachment/document-damaged',
  'attachment/document-no-text',
  'attachment/document-too-large',
]

function canChange({ kind }: AttachRequest, error: Error): boolean {
  return !(kind === 'file' && isBridgeError(error) && OF_BYTES.includes(error.code))
}

function nameOf(request: AttachRequest): string {
  switch (request.kind) {
    case 'file':
      return request.file.name
    case 'entry':
      return request.path
    case 'prompt':
    case 'resource':
      return request.title
  }
}
