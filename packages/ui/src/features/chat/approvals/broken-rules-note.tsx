import type { JsonObject } from '@gatehouse/domain'
import { Button, type SchemaForm } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

interface BrokenRulesNoteProps {
  form: SchemaForm
  /** Sends it as it is: schemas are wrong at times, and then the person is right. */
  onIgnore: (value: JsonObject) => void
  label: string
  disabled?: boolean
}

/** Shows how many rules are broken once the person tried to send. Text that is not JSON can never be sent. */
export function BrokenRulesNote({ form, onIgnore, label, disabled = false }: BrokenRulesNoteProps) {
  const t = useT('chat')
  const shown = form.problems.filter((problem) => form.isShown(problem.pointer))
  if (shown.length === 0 || form.raw.mistake) return null
  return (
    <>
      <span role="status" className="text-small text-danger">
        {t('tools.invalid', { count: form.problems.length })}
      </span>
      <Button variant="ghost" disabled={disabled} onClick={() => onIgnore(form.value)}>
        {label}
      </Button>
    </>
  )
}
