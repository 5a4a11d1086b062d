import { MAX_MESSAGE_CHARACTERS } from '@gatehouse/contract'
import type { Attachment, FileAttachment, StoredBlock } from '@gatehouse/domain'
import { Button } from '../../../kit/index.ts'
import { readText, useBlobs } from '../../../lib/media/blobs.ts'
import { useT } from '../../../lib/words/i18n.ts'

type TextBlock = Extract<StoredBlock, { type: 'text' }>
type TextFile = FileAttachment & { content: TextBlock }

/** True for a plain text that fits into a message. */
export const isInsertable = (attachment: Attachment): attachment is TextFile =>
  attachment.kind === 'file' &&
  attachment.content.type === 'text' &&
  attachment.document === undefined &&
  charactersOf(attachment.content) <= MAX_MESSAGE_CHARACTERS

const charactersOf = ({ kept, text }: TextBlock): number =>
  kept ? (kept.characters ?? kept.bytes) : text.length

interface InsertAsTextProps {
  file: TextFile
  /** Puts the text into the message, and takes the attachment out. */
  onInsert: (text: string) => void
}

/** Makes a part of the message's text of an attached text, such as a long paste. */
export function InsertAsText({ file: { content }, onInsert }: InsertAsTextProps) {
  const t = useT('composer')
  const blobs = useBlobs()
  const insert = (): void => {
    if (!content.kept) return onInsert(content.text)
    // A text that is gone stays attached, which says so.
    readText(blobs, content.kept.hash).then(onInsert, () => undefined)
  }
  return (
    <div className="px-1 pb-2">
      <Button size="small" onClick={insert}>
        {t('tray.insertAsText')}
      </Button>
    </div>
  )
}
