import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button, CardFooter, CardSection, isComposing, TextArea } from '../../../kit/index.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'

/** As much as an answer may hold. */
const MAX_LENGTH = 1_000_000

interface ManualAnswerProps {
  serverName: string
  text: string
  onChange: (text: string) => void
  busy: boolean
  /** False for the first moment of the card, when a press may be meant for the former content. */
  acceptsInput: boolean
  onSend: (text: string) => void
  onBack: () => void
}

/** The person answers in place of a model. Mod+Enter sends, Escape goes back and keeps the text. */
export function ManualAnswer({
  serverName,
  text,
  onChange,
  busy,
  acceptsInput,
  onSend,
  onBack,
}: ManualAnswerProps) {
  const t = useSamplingWords()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isEmpty = text.trim() === ''
  const send = () => {
    if (acceptsInput && !isEmpty && !busy) onSend(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.repeat) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else if (event.key === 'Escape') onBack()
    else return
    event.preventDefault()
  }
  return (
    <div role="presentation" onKeyDown={onKeyDown}>
      <CardSection>
        <TextArea
          ref={field}
          label={t('byHandLabel')}
          description={t('byHandHint', { server: serverName })}
          placeholder={t('byHandPlaceholder')}
          minRows={4}
          maxRows={20}
          maxLength={MAX_LENGTH}
          disabled={busy}
          value={text}
          onValueChange={onChange}
        />
      </CardSection>
      <CardFooter
        aside={
          <Button keys="Escape" disabled={busy} onClick={onBack}>
            {t('back')}
          </Button>
        }
      >
        <Button
          variant="primary"
          keys="Mod+Enter"
          disabled={!acceptsInput || isEmpty}
          loading={busy}
          className={isEmpty ? undefined : 'disabled:opacity-100'}
          onClick={send}
        >
          {t('sendByHand')}
        </Button>
      </CardFooter>
    </div>
  )
}
