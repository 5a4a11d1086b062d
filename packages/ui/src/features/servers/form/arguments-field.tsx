import { Plus, X } from 'lucide-react'
import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Button, IconButton, isComposing, TextArea } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import type { IssueWords } from './issue-words.ts'
import { newKey, type ArgumentRow } from './server-form-state.ts'

export interface ArgumentsFieldProps {
  rows: ArgumentRow[]
  onChange: (rows: ArgumentRow[]) => void
  issueOf: IssueWords
}

/** One field for each argument, so that what is sent is exactly what is seen. */
export function ArgumentsField({ rows, onChange, issueOf }: ArgumentsFieldProps) {
  const t = useT('servers')
  const areas = useRef(new Map<string, HTMLTextAreaElement>())
  const focusNext = useRef<string | null>(null)
  useEffect(() => {
    if (focusNext.current === null) return
    areas.current.get(focusNext.current)?.focus()
    focusNext.current = null
  })

  const insertAfter = (index: number, values: string[]): void => {
    const added = values.map((value) => ({ key: newKey(), value }))
    focusNext.current = added.at(-1)?.key ?? null
    onChange([...rows.slice(0, index + 1), ...added, ...rows.slice(index + 1)])
  }
  const remove = (index: number): void => {
    focusNext.current = rows[index - 1]?.key ?? rows[index + 1]?.key ?? null
    onChange(rows.filter((_, other) => other !== index))
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      insertAfter(index, [''])
    } else if (event.key === 'Backspace' && rows[index]?.value === '' && rows.length > 1) {
      event.preventDefault()
      remove(index)
    }
  }
  const onPaste = (event: ClipboardEvent, index: number): void => {
    const lines = event.clipboardData
      .getData('text/plain')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    if (lines.length < 2 || rows[index]?.value !== '') return
    event.preventDefault()
    const [first = '', ...others] = lines
    const added = others.map((value) => ({ key: newKey(), value }))
    focusNext.current = added.at(-1)?.key ?? null
    onChange(
      rows.flatMap((row, other) =>
        other === index ? [{ ...row, value: first }, ...added] : [row],
      ),
    )
  }

  return (
    <fieldset data-setting="args" className="flex flex-col gap-1.5">
      <legend className="mb-1 text-note font-medium text-fg-2">{t('form.arguments')}</legend>
      {rows.map((row, index) => (
        <div key={row.key} className="flex items-start gap-1.5">
          <span
            aria-hidden
            className="mt-1 w-4 shrink-0 text-right text-small text-fg-3 tabular-nums"
          >
            {index + 1}
          </span>
          <TextArea
            className="flex-1"
            label={t('form.argument', { number: index + 1 })}
            labelHidden
            mono
            minRows={1}
            maxRows={8}
            ref={(node) => {
              if (node) areas.current.set(row.key, node)
              else areas.current.delete(row.key)
            }}
            value={row.value}
            error={issueOf(row.key)}
            placeholder={t('form.emptyArgument')}
            onValueChange={(value) =>
              onChange(rows.map((other) => (other === row ? { ...row, value } : other)))
            }
            onKeyDown={(event) => onKeyDown(event, index)}
            onPaste={(event) => onPaste(event, index)}
          />
          <IconButton
            icon={X}
            label={t('form.removeArgument', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <Button
        className="self-start"
        variant="ghost"
        size="small"
        icon={Plus}
        onClick={() => insertAfter(rows.length - 1, [''])}
      >
        {t('form.addArgument')}
      </Button>
      <p className="text-small text-fg-3">{t('form.argumentsNote')}</p>
    </fieldset>
  )
}
