import type { Conversation } from '@gatehouse/domain'
import { RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** That a chat shows the content of a file: nothing of it happened here. */
export function ImportedNote({
  imported,
  hasFileDraft,
}: {
  imported: NonNullable<Conversation['imported']>
  hasFileDraft: boolean
}) {
  const t = useT('chat')
  const { moment, sentences } = useFormats()
  const from = t('library.importedFrom', {
    name: oneLine(imported.name, 80),
    date: moment(imported.at),
  })
  return (
    <p
      data-testid="imported-note"
      className="shrink-0 border-b border-line bg-sunken px-5 py-2 text-small text-pretty text-fg-2"
    >
      <RevealText text={hasFileDraft ? sentences(from, t('library.importedDraft')) : from} />
    </p>
  )
}
