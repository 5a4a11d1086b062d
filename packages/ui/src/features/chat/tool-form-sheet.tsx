import { toolDisplayName, type JsonObject, type ServerView, type Tool } from '@gatehouse/domain'
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'
import {
  Button,
  Callout,
  dedent,
  RevealText,
  SchemaFormView,
  ServerName,
  Sheet,
  useSchemaForm,
  type SchemaFormDraft,
} from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useSchemaFormLabels } from '../../lib/schema-form-labels.ts'
import { useRetainedState } from '../../lib/use-retained-state.ts'
import { oneLine } from '../../lib/one-line.ts'
import { BrokenRulesNote } from './broken-rules-note.tsx'
import { toolFormKey } from './tool-form-key.ts'
import { ToolClaims } from './tool-claims.tsx'

interface ToolFormSheetProps {
  server: ServerView
  tool: Tool
  busy: boolean
  onRun: (args: JsonObject) => void
  /** The form may come back as it was left. */
  onClose: () => void
}

/** The form of one tool, made from its schema. */
export function ToolFormSheet({ server, tool, busy, onRun, onClose }: ToolFormSheetProps) {
  const t = useT('chat')
  const labels = useSchemaFormLabels()
  const first = useRef<HTMLElement | null>(null)
  const findFirst = useCallback((node: HTMLElement | null) => {
    first.current = node?.querySelector<HTMLElement>('textarea, input, [role=combobox]') ?? null
  }, [])
  const [kept, keep] = useRetainedState<SchemaFormDraft>(toolFormKey(server.config.id, tool.name))
  const form = useSchemaForm({ schema: tool.inputSchema, draft: kept })
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
  const run = () => {
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
            <BrokenRulesNote form={form} onIgnore={onRun} label={t('tools.runAnyway')} />
          </div>
          <Button onClick={discard}>{t('tools.cancel')}</Button>
          <Button variant="primary" keys="Mod+Enter" loading={busy} onClick={run}>
            {t('tools.run')}
          </Button>
        </>
      }
    >
      <div role="presentation" onKeyDown={onKeyDown} className="flex flex-col gap-4">
        {server.connection.status !== 'ready' && (
          <Callout>{t('tools.notReady', { server: server.config.name })}</Callout>
        )}
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
        <div ref={findFirst}>
          <SchemaFormView form={form} labels={labels} disabled={busy} />
        </div>
      </div>
    </Sheet>
  )
}
