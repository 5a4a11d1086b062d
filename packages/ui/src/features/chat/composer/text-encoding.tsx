import { attachmentName, type FileAttachment } from '@gatehouse/domain'
import { TEXT_ENCODINGS, type TextEncoding } from '@gatehouse/domain/chats'
import { Select } from '../../../kit/index.ts'
import { encodingNames } from '../../../lib/words/encoding-names.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useLocale, useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'

interface TextEncodingFieldProps {
  conversationId: string
  file: FileAttachment & { encoding: TextEncoding }
  /** It is another attachment of the draft now. */
  onChanged: (attachmentId: string) => void
}

/** The encoding of an attached text, which was guessed, and by which it can be read again. */
export function TextEncodingField({ conversationId, file, onChanged }: TextEncodingFieldProps) {
  const t = useT('composer')
  const locale = useLocale()
  const words = useErrorWords()
  const readAs = useAction('chat.read-as', { quiet: true })
  const languages = new Intl.DisplayNames([locale], { type: 'language' })
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' })
  return (
    <div className="flex flex-col gap-2 px-1 pb-2">
      <Select
        label={t('tray.encoding', { name: oneLine(attachmentName(file), 80) })}
        description={t('tray.encodingHint')}
        error={readAs.error ? words(readAs.error) : undefined}
        className="max-w-80"
        value={file.encoding}
        disabled={readAs.isPending}
        options={TEXT_ENCODINGS.map((value) => ({
          value,
          label: encodingNames[value].name,
          detail: list.format(
            encodingNames[value].languages.map((one) => languages.of(one) ?? one),
          ),
        }))}
        onValueChange={(encoding) => {
          if (encoding === file.encoding) return
          const input = { id: conversationId, attachmentId: file.id, encoding }
          // By the promise: main announces the other attachment first, and with it this field is gone.
          readAs.mutateAsync(input).then(
            ({ id }) => onChanged(id),
            () => undefined,
          )
        }}
      />
    </div>
  )
}
