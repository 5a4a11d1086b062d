import { attachmentName, type Attachment, type ModelRef } from '@gatehouse/domain'
import { FileText } from 'lucide-react'
import { Icon } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useT } from '../../../lib/words/i18n.ts'

interface DocumentsAsTextNoteProps {
  /** Files that were attached as files, of which the text is sent. */
  attachments: readonly Attachment[]
  model: ModelRef | null
}

/** Says which files the model of the chat does not take. */
export function DocumentsAsTextNote({ attachments, model }: DocumentsAsTextNoteProps) {
  const t = useT('documents')
  const { list } = useFormats()
  if (attachments.length === 0) return null
  const names = list(attachments.map((attachment) => oneLine(attachmentName(attachment), 80)))
  return (
    <p role="status" className="flex items-start gap-1.5 px-3.5 pt-2 text-small text-fg-2">
      <Icon icon={FileText} size={14} className="mt-0.5" />
      {model
        ? t('textInstead', { names, model: oneLine(model.modelId, 80) })
        : t('textNow', { names })}
    </p>
  )
}
