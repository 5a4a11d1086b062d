import type { JsonObject, ToolApprovalAsk } from '@gatehouse/domain'
import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button, CardFooter, CardSection, SchemaFormView, useSchemaForm } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useSchemaFormLabels } from '../../lib/schema-form-labels.ts'
import { ArgumentsDiff } from './arguments-diff.tsx'
import { ProblemNote } from './problem-note.tsx'

interface EditArgumentsProps {
  ask: ToolApprovalAsk
  busy: boolean
  /** The card has been there long enough for main to count a press. */
  settled: boolean
  /** Parts of the proposal were never in view: unchanged it cannot be allowed from here. */
  unseen: boolean
  onAllow: (edited: JsonObject) => void
  onCancel: () => void
}

/** The proposal as a form from the tool's schema, with what was changed below it. */
export function EditArguments(props: EditArgumentsProps) {
  const { ask, busy, settled, unseen, onAllow, onCancel } = props
  const t = useT('chat')
  const labels = useSchemaFormLabels()
  const box = useRef<HTMLDivElement>(null)
  const form = useSchemaForm({ schema: ask.tool.inputSchema, initial: ask.arguments })
  const changed = JSON.stringify(form.value) !== JSON.stringify(ask.arguments)
  useEffect(() => box.current?.querySelector<HTMLElement>('textarea, input')?.focus(), [])
  const blocked = !settled || (unseen && !changed)
  const allow = () => {
    if (blocked) return
    const value = form.submit()
    if (value) onAllow(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
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
        <ProblemNote
          form={form}
          onIgnore={(value) => settled && onAllow(value)}
          label={t('call.allowAnyway')}
        />
      </CardFooter>
    </div>
  )
}
