import type { AcceleratorProblem } from '@gatehouse/domain'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button, Field, Kbd, VisuallyHidden } from '../../kit/index.ts'
import { isBridgeError } from '../../lib/bridge/bridge-error.ts'
import { useErrorWords } from '../../lib/words/error-words.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction, useMissingParts, useQuickShortcut } from '../../lib/queries/index.ts'
import { readShortcut } from './read-shortcut.ts'

/** The key that opens quick ask wherever the person is: recorded by pressing it. Off at first. */
export function QuickShortcut({ value }: { value: string | null }) {
  const t = useT('settings')
  const words = useErrorWords()
  const missing = useMissingParts()
  const isActive = useQuickShortcut().data?.isActive ?? true
  const [isRecording, setRecording] = useState(false)
  const [problem, setProblem] = useState<AcceleratorProblem | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, error, reset } = useAction('window.set-quick-shortcut', { quiet: true })
  const stop = (): void => {
    setRecording(false)
    setProblem(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isRecording) return
    // Tab moves the focus on; Escape cancels.
    if (event.key === 'Tab') return stop()
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return stop()
    const pressed = readShortcut(event)
    if (!pressed) return
    setProblem(pressed.problem)
    if (pressed.problem) return
    setRecording(false)
    mutate({ accelerator: pressed.accelerator })
  }
  const issue = problem
    ? t(`quickAsk.problem.${problem}`)
    : error && !isRecording
      ? isBridgeError(error) && error.code === 'shortcut/taken'
        ? t(missing.shortcut ? 'quickAsk.refusedOnWayland' : 'quickAsk.taken')
        : words(error)
      : undefined
  return (
    <Field
      group
      label={t('quickAsk.label')}
      description={t('quickAsk.note')}
      error={issue}
      warning={
        value !== null && !isActive
          ? t(missing.shortcut ? 'quickAsk.inactiveOnWayland' : 'quickAsk.inactive')
          : missing.shortcut
            ? t('quickAsk.wayland')
            : undefined
      }
    >
      {(control, labelId) => (
        <div role="group" aria-labelledby={labelId} className="flex flex-wrap items-center gap-2">
          <Button
            {...control}
            ref={button}
            aria-pressed={isRecording}
            onClick={() => {
              reset()
              setProblem(null)
              setRecording(!isRecording)
            }}
            onKeyDown={onKeyDown}
            onBlur={stop}
          >
            {isRecording ? t('quickAsk.recording') : <Recorded value={value} />}
          </Button>
          {value !== null && !isRecording && (
            <Button
              onClick={() => {
                reset()
                mutate({ accelerator: null })
                button.current?.focus()
              }}
            >
              {t('quickAsk.clear')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

function Recorded({ value }: { value: string | null }) {
  const t = useT('settings')
  if (value === null) return t('quickAsk.record')
  return (
    <>
      <Kbd keys={value.replace('Control', 'Ctrl').replace('Command', 'Cmd')} />
      <VisuallyHidden>{value.replaceAll('+', ' ')}</VisuallyHidden>
    </>
  )
}
