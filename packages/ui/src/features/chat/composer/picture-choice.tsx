import type { FileAttachment } from '@gatehouse/domain'
import { SVG_TYPE, type PictureChoice as Choice } from '@gatehouse/domain/pictures'
import { Checkbox, Select } from '../../../kit/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'

interface PictureChoiceProps {
  conversationId: string
  file: FileAttachment
  /** It is another attachment of the draft now. */
  onChanged: (attachmentId: string) => void
}

/** True for a picture, or a drawing's text, of which something else can be sent. */
export const hasPictureChoice = ({ source, picture, mimeType }: FileAttachment): boolean =>
  source !== undefined && (picture !== undefined || mimeType === SVG_TYPE)

/** Choice of the size of a picture, of its metadata, and of the text of a drawing. Says what is not sent. */
export function PictureChoice({ conversationId, file, onChanged }: PictureChoiceProps) {
  const t = useT('pictures')
  const words = useErrorWords()
  const choose = useAction('chat.choose-of-picture', { quiet: true })
  const { picture, mimeType } = file
  const { original, size = 'fitted', metadata } = picture ?? {}
  const isDrawing = mimeType === SVG_TYPE || original?.format === 'svg'
  const isSmaller =
    size === 'full' ||
    (picture !== undefined && original !== undefined && original.width > picture.width)
  const present: Choice = {
    form: picture ? 'picture' : 'source',
    size,
    metadata: metadata ?? 'removed',
  }
  const send = (next: Partial<Choice>): void => {
    const input = { id: conversationId, attachmentId: file.id, ...present, ...next }
    // By the promise: main announces the other attachment first, and with it this field is another one.
    choose.mutateAsync(input).then(
      ({ id }) => onChanged(id),
      () => undefined,
    )
  }
  return (
    <div className="flex flex-col gap-2 px-1 pb-2">
      {isDrawing && (
        <Select
          label={t('choice.form')}
          className="max-w-80"
          value={present.form}
          disabled={choose.isPending}
          options={(['picture', 'source'] as const).map((value) => ({
            value,
            label: t(`choice.${value}`),
          }))}
          onValueChange={(form) => {
            if (form !== present.form) send({ form })
          }}
        />
      )}
      {isSmaller && !isDrawing && (
        <Select
          label={t('choice.size')}
          className="max-w-80"
          value={size}
          disabled={choose.isPending}
          options={(['fitted', 'full'] as const).map((value) => ({
            value,
            label: t(`choice.${value}`),
          }))}
          onValueChange={(next) => {
            if (next !== size) send({ size: next })
          }}
        />
      )}
      {metadata !== undefined && !original && (
        <Checkbox
          label={t('choice.metadata')}
          description={t('choice.metadataNote')}
          checked={metadata === 'kept'}
          disabled={choose.isPending}
          onCheckedChange={(isKept) => send({ metadata: isKept ? 'kept' : 'removed' })}
        />
      )}
      {metadata !== undefined && original && (
        <p className="text-small text-fg-2">{t('choice.redrawn')}</p>
      )}
      {choose.error && (
        <p role="alert" className="text-small text-danger">
          {words(choose.error)}
        </p>
      )}
    </div>
  )
}
