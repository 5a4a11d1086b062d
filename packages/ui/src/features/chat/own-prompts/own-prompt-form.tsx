import { fillPrompt, type OwnPrompt } from '@gatehouse/domain/chats'
import { X } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import {
  Button,
  Card,
  CardHeader,
  IconButton,
  isComposing,
  RevealText,
  TextArea,
} from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useHeightAbove } from '../composer/use-height-above.ts'
import { useOwnPromptWords } from './own-prompt-words.ts'

export interface OwnPromptFormProps {
  prompt: OwnPrompt
  /** Names of its variables. */
  variables: readonly string[]
  values: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>) => void
  /** The text with the values in it. */
  onInsert: (text: string) => void
  onClose: () => void
  /** Returns true once, after it was opened: then it takes the focus. */
  takeOpening: () => boolean
  anchor: RefObject<HTMLElement | null>
}

/** Asks for the variables of a prompt over the composer. What is left empty stays empty in the text. */
export function OwnPromptForm(props: OwnPromptFormProps) {
  const { prompt, variables, values, onChange, onInsert, onClose, takeOpening, anchor } = props
  const t = useOwnPromptWords()
  const form = useRef<HTMLFormElement>(null)
  const room = useHeightAbove(anchor)
  const name = oneLine(prompt.name, 80)
  useEffect(() => {
    if (takeOpening()) form.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [takeOpening])
  const insert = (): void => {
    const empty = Object.fromEntries(variables.map((variable) => [variable, '']))
    onInsert(fillPrompt(prompt.text, { ...empty, ...values }))
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    insert()
  }
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const inserts =
      event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement
    if (event.key !== 'Escape' && !inserts) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (inserts) insert()
    else onClose()
  }
  return (
    <div
      role="dialog"
      aria-label={t('form', { name })}
      data-over-transcript
      className="absolute bottom-full left-0 z-20 mb-2 w-[28.5rem] max-w-full"
    >
      <form ref={form} noValidate onSubmit={onSubmit} onKeyDownCapture={onKeyDownCapture}>
        <Card className="flex flex-col shadow-2!">
          <CardHeader
            aside={<IconButton size="small" icon={X} label={t('close')} onClick={onClose} />}
          >
            <span className="min-w-0 truncate font-semibold">
              <RevealText text={name} wrap={false} />
            </span>
          </CardHeader>
          <div
            className="flex min-h-0 flex-col gap-2.5 overflow-y-auto border-t border-line px-3 py-2.5"
            style={{ maxHeight: Math.max(80, room - 96) }}
          >
            {variables.map((variable) => (
              <TextArea
                key={variable}
                label={<RevealText text={variable} />}
                minRows={1}
                maxRows={6}
                value={values[variable] ?? ''}
                onValueChange={(value) => onChange({ ...values, [variable]: value })}
              />
            ))}
          </div>
          <div className="flex justify-end border-t border-line bg-sunken px-3 py-1.5">
            <Button type="submit" size="small" variant="primary" keys="Enter">
              {t('insert')}
            </Button>
          </div>
        </Card>
      </form>
    </div>
  )
}
