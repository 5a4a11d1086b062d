import {
  toolDisplayName,
  type JsonObject,
  type ServerView,
  type Tool,
  type ToolWarnings as Warnings,
} from '@gatehouse/domain'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import {
  Button,
  Callout,
  dedent,
  formOmitsValues,
  RevealText,
  SchemaFormView,
  ServerName,
  Sheet,
  useSchemaForm,
  type SchemaFormDraft,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useSchemaFormLabels } from '../../../lib/words/schema-form-labels.ts'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { useUnseen } from '../../../lib/chats/unseen-notice.tsx'
import { ArgumentsView } from '../approvals/arguments-view.tsx'
import { BrokenRulesNote } from '../approvals/broken-rules-note.tsx'
import { ChangedDefinition } from '../approvals/changed-definition.tsx'
import { toolFormKey } from './tool-form-key.ts'
import { ToolClaims } from '../approvals/tool-claims.tsx'
import { ToolWarnings } from '../approvals/tool-warnings.tsx'

interface ToolFormSheetProps {
  server: ServerView
  tool: Tool
  warnings: Warnings
  initial: JsonObject | undefined
  busy: boolean
  onRun: (args: JsonObject) => void
  /** The form may come back as it was left. */
  onClose: () => void
}

/** False for the moment in which main takes no press for a form: one that was meant for something else. */
function useAcceptsInput(): boolean {
  const [acceptsInput, setAcceptsInput] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAcceptsInput(true), INPUT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return acceptsInput
}

/** The form of one tool, made from its schema. The person consents to its displayed content by running it. */
export function ToolFormSheet(props: ToolFormSheetProps) {
  const { server, tool, warnings, initial, busy, onRun, onClose } = props
  const t = useT('chat')
  const labels = useSchemaFormLabels()
  const first = useRef<HTMLElement | null>(null)
  const findFirst = useCallback((node: HTMLElement | null) => {
    first.current = node?.querySelector<HTMLElement>('textarea, input, [role=combobox]') ?? null
  }, [])
  const [kept, keep] = useRetainedState<SchemaFormDraft>(toolFormKey(server.config.id, tool.name))
  const form = useSchemaForm({ schema: tool.inputSchema, initial, draft: kept })
  const { draft } = form
  const last = useRef(draft)
  useEffect(() => {
    if (last.current === draft) return
    last.current = draft
    keep(draft)
  }, [draft, keep])
  const discard = () => {
    keep(undefined)
    onClose()
  }
  const title = oneLine(toolDisplayName(tool), 80)
  const acceptsInput = useAcceptsInput()
  const unseen = useUnseen(form.value)
  const { root, tab, value: filled, raw, chosen } = form
  const isPartHidden = useMemo(
    () => formOmitsValues({ root, tab, value: filled, raw, chosen }),
    [root, tab, filled, raw, chosen],
  )
  const blocked = !acceptsInput || unseen.blocked || busy
  const run = () => {
    if (blocked) return
    const value = form.submit()
    if (value) onRun(value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
      return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) run()
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      initialFocus={first}
      title={t('tools.formTitle', { tool: title })}
      description={
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <ServerName hue={server.config.hue}>{server.config.name}</ServerName>
          <span className="font-mono text-small">
            <RevealText text={oneLine(tool.name)} />
          </span>
          <ToolClaims annotations={tool.annotations} />
        </span>
      }
      footer={
        <>
          <div className="mr-auto flex items-center gap-2">
            <BrokenRulesNote
              form={form}
              disabled={blocked}
              onIgnore={(value) => !blocked && onRun(value)}
              label={t('tools.runAnyway')}
            />
          </div>
          <Button onClick={discard}>{t('tools.cancel')}</Button>
          <Button
            variant="primary"
            keys="Mod+Enter"
            loading={busy}
            disabled={blocked}
            className={unseen.blocked ? undefined : 'disabled:opacity-100'}
            onClick={run}
          >
            {t('tools.run')}
          </Button>
        </>
      }
    >
      <div role="presentation" onKeyDown={onKeyDown} className="flex flex-col gap-4">
        {server.connection.status !== 'ready' && (
          <Callout>{t('tools.notReady', { server: server.config.name })}</Callout>
        )}
        <div className="overflow-hidden rounded-md border border-line empty:hidden [&>:first-child]:border-t-0">
          <ToolWarnings serverName={server.config.name} toolName={tool.name} warnings={warnings} />
          {warnings.changed && <ChangedDefinition changes={warnings.changed} />}
        </div>
        {tool.description?.trim() && (
          <div
            tabIndex={0}
            role="group"
            aria-label={t('call.description', { server: server.config.name })}
            className="max-h-40 overflow-auto border-l-2 border-line pl-3 text-note text-fg-2"
          >
            <RevealText text={dedent(tool.description)} />
          </div>
        )}
        {unseen.wrap(
          <>
            <div ref={findFirst}>
              <SchemaFormView form={form} labels={labels} disabled={busy} />
            </div>
            {isPartHidden && (
              <section
                aria-label={t('tools.sent')}
                data-testid="form-sends"
                className="overflow-hidden rounded-md border border-line"
              >
                <p className="flex flex-wrap gap-x-3 px-3 py-2 text-note">
                  <span className="font-medium">{t('tools.sent')}</span>
                  <span className="text-fg-3">{t('tools.sentNote')}</span>
                </p>
                <ArgumentsView value={form.value} label={t('call.arguments')} />
              </section>
            )}
          </>,
        )}
        {unseen.notice}
      </div>
    </Sheet>
  )
}
