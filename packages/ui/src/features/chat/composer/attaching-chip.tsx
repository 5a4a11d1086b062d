import { CircleAlert, RotateCw } from 'lucide-react'
import { Icon, IconButton, Spinner } from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
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
  const name = useName()(request)
  const waiting = useWaitingWords()(request)
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
  'store/blob-missing',
  'own-prompt/file-changed',
]

function canChange({ kind }: AttachRequest, error: Error): boolean {
  const isRead = kind === 'file' || kind === 'folder' || kind === 'prompt-file'
  return !(isRead && isBridgeError(error) && OF_BYTES.includes(error.code))
}

function useWaitingWords(): (request: AttachRequest) => string {
  const t = useT('composer')
  const { number } = useFormats()
  return (request) => {
    if ('serverName' in request) return t('tray.asking', { server: request.serverName })
    if (request.kind !== 'folder') return t('tray.reading')
    const { length } = request.paths
    return t('tray.readingFiles', { count: length, number: number(length) })
  }
}

/** Files of a folder that are named. */
const NAMED = 3

function useName(): (request: AttachRequest) => string {
  const t = useT('composer')
  const { list, names, number } = useFormats()
  return (request) => {
    if (request.kind !== 'folder') return nameOf(request)
    const { paths } = request
    if (paths.length <= NAMED) return list(paths)
    const named = names(paths.slice(0, NAMED - 1))
    return t('tray.moreFiles', { names: named, number: number(paths.length - NAMED + 1) })
  }
}

function nameOf(request: Exclude<AttachRequest, { kind: 'folder' }>): string {
  switch (request.kind) {
    case 'file':
      return request.file.name
    case 'prompt-file':
      return request.name
    case 'entry':
      return request.path
    case 'prompt':
    case 'resource':
      return request.title
  }
}
