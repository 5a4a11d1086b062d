import type { JsonObject, ToolApprovalAsk } from '@gatehouse/domain'
import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import {
  Button,
  CardFooter,
  CardSection,
  isComposing,
  SchemaFormView,
  rawDraftOf,
  useSchemaForm,
  type SchemaForm,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSchemaFormLabels } from '../../../lib/words/schema-form-labels.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { ArgumentsDiff } from './arguments-diff.tsx'
import { BrokenRulesNote } from './broken-rules-note.tsx'

interface EditArgumentsProps {
  ask: ToolApprovalAsk
  busy: boolean
  /** The card has been there long enough for main to count a press. */
  acceptsInput: boolean
  /** Parts of the proposal were never in view: a change of other parts would let them out. */
  unseen: boolean
  /** The whole proposal below the form, and what of it is unseen. */
  proposal: ReactNode
  onAllow: (edited: JsonObject) => void
  onCancel: () => void
}

/** The form as it was left, or with the proposal. */
function useKeptArguments(ask: ToolApprovalAsk): SchemaForm {
  const kept = useUi((ui) => ui.askDrafts[ask.id])
  const keep = useUi((ui) => ui.changeAskDraft)
  const schema = ask.tool.inputSchema
  const initial = kept?.arguments ?? ask.arguments
  const form = useSchemaForm({
    schema,
    initial,
    draft: rawDraftOf({ schema, value: initial }, kept?.raw),
  })
  const { value, typed } = form
  const before = useRef({ value, typed })
  useEffect(() => {
    if (value === before.current.value && typed === before.current.typed) return
    before.current = { value, typed }
    keep(ask.id, { arguments: value, raw: typed })
  }, [ask.id, value, typed, keep])
  return form
}

/** The proposal as a form from the tool's schema, with the changes below it. */
export function EditArguments(props: EditArgumentsProps) {
  const { ask, busy, acceptsInput, unseen, proposal, onAllow, onCancel } = props
  const t = useT('chat')
  const labels = useSchemaFormLabels()
  const box = useRef<HTMLDivElement>(null)
  const form = useKeptArguments(ask)
  const changed = JSON.stringify(form.value) !== JSON.stringify(ask.arguments)
  useEffect(() => box.current?.querySelector<HTMLElement>('textarea, input')?.focus(), [])
  const blocked = !acceptsInput || unseen
  const allow = () => {
    if (blocked) return
    const value = form.submit()
    if (value) onAllow(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) allow()
    else if (event.key === 'Escape' && !changed) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} role="presentation" onKeyDown={onKeyDown}>
      <CardSection className="max-h-[60vh] space-y-3 overflow-y-auto">
        <p className="text-note font-medium text-fg-2">
          {t('call.editing', { server: ask.serverName })}
        </p>
        <SchemaFormView form={form} labels={labels} disabled={busy} />
        <div className="flex flex-col gap-1.5">
          <div className="flex items-center gap-2">
            <p className="text-note font-medium text-fg-2">{t('call.changes')}</p>
            <Button
              size="small"
              variant="ghost"
              icon={RotateCcw}
              disabled={!changed}
              onClick={() => form.reset(ask.arguments)}
            >
              {t('call.reset')}
            </Button>
          </div>
          <ArgumentsDiff before={ask.arguments} after={form.value} />
        </div>
      </CardSection>
      {proposal}
      <CardFooter
        aside={
          <Button disabled={busy} onClick={onCancel}>
            {t('call.discard')}
          </Button>
        }
      >
        <Button
          variant="primary"
          keys="Mod+Enter"
          loading={busy}
          disabled={blocked}
          onClick={allow}
        >
          {t(changed ? 'call.allowEdited' : 'call.allowOnce')}
        </Button>
        <BrokenRulesNote
          form={form}
          disabled={blocked}
          onIgnore={(value) => !blocked && onAllow(value)}
          label={t('call.allowAnyway')}
        />
      </CardFooter>
    </div>
  )
}
