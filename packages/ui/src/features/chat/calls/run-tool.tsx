import {
  toolDisplayName,
  type Conversation,
  type JsonObject,
  type ServerView,
  type Tool,
  type ToolForm,
} from '@gatehouse/domain'
import { useQueries } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import {
  Button,
  Callout,
  CommandPalette,
  Dialog,
  EmptyState,
  type PaletteGroup,
} from '../../../kit/index.ts'
import { isBridgeError } from '../../../lib/bridge/bridge-error.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useAction, useServers } from '../../../lib/queries/index.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { displayHashOfCall } from '../../../lib/bridge/with-display-hash.ts'
import { ToolFormSheet } from './tool-form-sheet.tsx'

export interface ToolChoice {
  serverId: string
  toolName: string
}

/** The open part of running a tool by hand: nothing, the palette, or the form of one tool. */
export type RunToolState =
  | { step: 'closed' }
  | { step: 'choose' }
  | {
      step: 'fill'
      choice: ToolChoice
      form?: ToolForm | undefined
      initial?: JsonObject | undefined
    }

/** A filled-in call. `form`: its form, and the hash of the displayed content. */
export interface FilledCall extends ToolChoice {
  arguments: JsonObject
  form?: { id: string; shown: string }
}

export interface RunToolProps {
  conversation: Conversation
  state: RunToolState
  onChange: (state: RunToolState) => void
  onRun: (call: FilledCall) => void
  busy: boolean
}

function useAllTools(servers: readonly ServerView[], enabled: boolean): (readonly Tool[])[] {
  const { request, cache } = useBridge()
  const results = useQueries({
    queries: servers.map((server) => {
      const key = queryKeys.serverTools(server.config.id)
      return {
        queryKey: key,
        queryFn: () => cache.load(key, () => request('server.tools', { id: server.config.id })),
        enabled,
      }
    }),
  })
  return results.map((result) => result.data ?? [])
}

/** Manual mode: find a tool of any server, fill in its form, run it. */
export function RunTool(props: RunToolProps) {
  const { state, onChange } = props
  const servers = useServers().data
  const close = () => onChange({ step: 'closed' })
  if (state.step === 'closed' || !servers) return null
  if (state.step === 'choose') {
    const offering = servers.filter((server) => (server.toolCount ?? 0) > 0)
    return offering.length === 0 ? (
      <NoTools onClose={close} />
    ) : (
      <ToolPalette
        servers={offering}
        onClose={close}
        onPick={(choice) => onChange({ step: 'fill', choice })}
      />
    )
  }
  const server = servers.find((one) => one.config.id === state.choice.serverId)
  return server ? (
    <OpenedForm
      key={`${state.choice.serverId}/${state.choice.toolName}`}
      {...props}
      choice={state.choice}
      form={state.form}
      initial={state.initial}
      server={server}
      onClose={close}
    />
  ) : null
}

function NoTools({ onClose }: { onClose: () => void }) {
  const t = useT('chat')
  const show = useUi((ui) => ui.show)
  const add = () => {
    onClose()
    show({ kind: 'add-server' })
  }
  return (
    <Dialog open onOpenChange={onClose} size="small" title={t('tools.palette')}>
      <EmptyState
        title={t('tools.none')}
        description={t('tools.noneNote')}
        actions={
          <Button icon={Plus} variant="primary" onClick={add}>
            {t('tools.addServer')}
          </Button>
        }
      />
    </Dialog>
  )
}

interface ToolPaletteProps {
  servers: readonly ServerView[]
  onClose: () => void
  onPick: (choice: ToolChoice) => void
}

function ToolPalette({ servers, onClose, onPick }: ToolPaletteProps) {
  const t = useT('chat')
  const tools = useAllTools(servers, true)
  const groups = useMemo<PaletteGroup[]>(
    () =>
      servers.map((server, index) => ({
        label: server.config.name,
        items: (tools[index] ?? []).map((tool) => ({
          id: `${server.config.id}/${tool.name}`,
          label: nameAndTitle(tool.name, toolDisplayName(tool)),
          description: oneLine(tool.description ?? '', 100),
          keywords: `${tool.name} ${server.config.name} ${tool.description ?? ''}`,
          hue: server.config.hue,
          onSelect: () => onPick({ serverId: server.config.id, toolName: tool.name }),
        })),
      })),
    [servers, tools, onPick],
  )
  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && onClose()}
      label={t('tools.palette')}
      placeholder={t('tools.search')}
      groups={groups}
    />
  )
}

interface OpenedFormProps extends RunToolProps {
  choice: ToolChoice
  form: ToolForm | undefined
  /** Initial value; the schema's defaults when absent. */
  initial: JsonObject | undefined
  server: ServerView
  onClose: () => void
}

/** Requests the form's contents from main, which keeps them to compare with the call. */
function OpenedForm(props: OpenedFormProps) {
  const { conversation, choice, form, initial, server, busy, onChange, onRun, onClose } = props
  const { mutate, error } = useAction('chat.open-tool-form', {
    quiet: true,
    onSuccess: (opened) => onChange({ step: 'fill', choice, form: opened, initial }),
  })
  const { id } = conversation
  const { serverId, toolName } = choice
  const open = useCallback(
    () => mutate({ id, serverId, toolName }),
    [mutate, id, serverId, toolName],
  )
  useEffect(() => {
    if (!form) open()
  }, [form, open])
  if (!form) return error ? <NotOpened {...props} error={error} onRetry={open} /> : null
  const run = (args: JsonObject) => {
    const shown = displayHashOfCall({ serverId, toolName, arguments: args })
    const ranIn = shown === null ? {} : { form: { id: form.id, shown } }
    onRun({ serverId, toolName, arguments: args, ...ranIn })
  }
  return (
    <ToolFormSheet
      key={form.id}
      server={server}
      tool={form.tool}
      warnings={form.warnings}
      initial={initial}
      busy={busy}
      onRun={run}
      onClose={onClose}
    />
  )
}

interface NotOpenedProps extends Pick<OpenedFormProps, 'choice' | 'server' | 'onClose'> {
  error: Error
  onRetry: () => void
}

function NotOpened({ choice, server, error, onRetry, onClose }: NotOpenedProps) {
  const t = useT('chat')
  const words = useErrorWords()
  const isGone = isBridgeError(error) && error.code === 'chat/tool-not-found'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title={t('tools.palette')}
      footer={!isGone && <Button onClick={onRetry}>{t('tools.openAgain')}</Button>}
    >
      <Callout tone="warning">
        {isGone
          ? t('tools.gone', { server: server.config.name, tool: oneLine(choice.toolName, 80) })
          : words(error)}
      </Callout>
    </Dialog>
  )
}
