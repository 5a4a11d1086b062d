import type { FileAttachment } from '@gatehouse/domain'
import {
  documentForms,
  isChosen,
  normalRanges,
  parseRanges,
  rangesText,
  type DocumentFacts,
  type DocumentForm,
  type PartRange,
} from '@gatehouse/domain/documents'
import { useState } from 'react'
import { Button, Checkbox, RevealText, Select, TextField } from '../../../kit/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useGapWords, type ChosenUnit } from '../attachments/document-facts.ts'

interface DocumentChoiceProps {
  conversationId: string
  file: FileAttachment & { document: DocumentFacts }
  /** True if the model of the chat takes the file itself. */
  isFileTaken: boolean
  /** True if it is not known to take no pictures. */
  seesPictures: boolean
  /** It is another attachment of the draft now. */
  onChanged: (attachmentId: string) => void
}

interface Choice {
  form?: DocumentForm
  /** Absent: all. */
  ranges?: readonly PartRange[] | undefined
  /** Pages without text are sent as pictures. */
  pictures?: boolean
}

/** Choice of pages or sheets of a document, and of its text, source or file. Says which parts are left out. */
export function DocumentChoice(props: DocumentChoiceProps) {
  const { conversationId, file, isFileTaken, seesPictures, onChanged } = props
  const t = useT('documents')
  const words = useErrorWords()
  const gapWords = useGapWords()
  const choose = useAction('chat.choose-of-document', { quiet: true })
  const { document } = file
  const { format, form, unit, count, ranges } = document
  const forms = documentForms(format).filter((one) => one !== 'file' || isFileTaken)
  const hasPictures = file.pages !== undefined
  const hasScans =
    form === 'text' &&
    (hasPictures || document.gaps.some(({ kind }) => kind === 'pages-without-text'))
  const send = (next: Choice): void => {
    const { form: nextForm = 'text', pictures = hasPictures || !hasScans } = next
    const chosen = next.ranges && [...next.ranges]
    const input = { id: conversationId, attachmentId: file.id, form: nextForm, pictures }
    // By the promise: main announces the other attachment first, and with it this field is another one.
    choose.mutateAsync({ ...input, ...(chosen && { ranges: chosen }) }).then(
      ({ id }) => onChanged(id),
      () => undefined,
    )
  }
  const gaps = gapWords(document)
  return (
    <div className="flex flex-col gap-2 px-1 pb-2">
      {forms.length > 1 && (
        <Select
          label={t('choice.form')}
          className="max-w-80"
          value={form}
          disabled={choose.isPending}
          options={forms.map((value) => ({
            value,
            label: t(`choice.${value}`),
          }))}
          onValueChange={(next) => {
            if (next !== form) send({ form: next })
          }}
        />
      )}
      {count > 1 && unit === 'sheet' && (
        <SheetChoice
          document={document}
          disabled={choose.isPending}
          onChoose={(next) => send({ ranges: next })}
        />
      )}
      {count > 1 && unit !== 'sheet' && unit !== 'whole' && (
        <RangeChoice
          unit={unit}
          count={count}
          ranges={ranges}
          disabled={choose.isPending}
          onChoose={(next) => send({ ranges: next })}
        />
      )}
      {hasScans && seesPictures && (
        <Checkbox
          label={t('choice.pictures')}
          checked={hasPictures}
          disabled={choose.isPending}
          onCheckedChange={(pictures) => send({ ranges, pictures })}
        />
      )}
      {form === 'file' && count > 1 && (
        <p className="text-small text-fg-2">{t('choice.pagesAsText')}</p>
      )}
      {choose.error && (
        <p role="alert" className="text-small text-danger">
          {words(choose.error)}
        </p>
      )}
      {gaps.map((gap) => (
        <p key={gap} className="text-small text-fg-2">
          {gap}
        </p>
      ))}
    </div>
  )
}

interface RangeChoiceProps {
  unit: Exclude<ChosenUnit, 'sheet'>
  count: number
  ranges: readonly PartRange[] | undefined
  disabled: boolean
  /** `undefined`: all. */
  onChoose: (ranges: readonly PartRange[] | undefined) => void
}

function RangeChoice({ unit, count, ranges, disabled, onChoose }: RangeChoiceProps) {
  const t = useT('documents')
  const [text, setText] = useState(rangesText(ranges ?? []))
  const isAll = text.trim() === ''
  const parsed = isAll ? undefined : parseRanges(text, count)
  const isWrong = !isAll && parsed === undefined
  const isSame = rangesText(parsed ?? []) === rangesText(ranges ?? [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isWrong && !isSame) onChoose(parsed)
      }}
    >
      <TextField
        label={t(`choice.${unit}`)}
        className="max-w-80"
        description={t('choice.hint')}
        error={isWrong ? t('choice.wrong', { count }) : undefined}
        placeholder={t('choice.all')}
        value={text}
        disabled={disabled}
        onValueChange={setText}
        beside={
          <Button type="submit" disabled={disabled || isWrong || isSame}>
            {t('choice.apply')}
          </Button>
        }
      />
    </form>
  )
}

interface SheetChoiceProps {
  document: DocumentFacts
  disabled: boolean
  onChoose: (ranges: readonly PartRange[] | undefined) => void
}

function SheetChoice({ document, disabled, onChoose }: SheetChoiceProps) {
  const t = useT('documents')
  const { names = [], count, ranges } = document
  const numbers = names.map((_name, at) => at + 1)
  const chosen = numbers.filter((number) => isChosen(ranges, number))
  const toggle = (number: number, isOn: boolean): void => {
    const next = numbers.filter((one) => (one === number ? isOn : chosen.includes(one)))
    const all = next.length === count
    onChoose(
      all
        ? undefined
        : normalRanges(
            next.map((from) => ({ from, to: from })),
            count,
          ),
    )
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-small font-medium">{t('choice.sheet')}</legend>
      <div className="flex max-h-28 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {names.map((name, at) => (
          <Checkbox
            key={at}
            label={<RevealText text={oneLine(name, 60)} wrap={false} />}
            checked={chosen.includes(at + 1)}
            // One sheet is always sent.
            disabled={disabled || (chosen.length === 1 && chosen[0] === at + 1)}
            onCheckedChange={(isOn) => toggle(at + 1, isOn)}
          />
        ))}
      </div>
    </fieldset>
  )
}
