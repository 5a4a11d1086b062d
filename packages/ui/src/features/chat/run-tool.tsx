import {
  toolDisplayName,
  type Conversation,
  type JsonObject,
  type ServerView,
  type Tool,
} from '@gatehouse/domain'
import { useQueries } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import {
  Button,
  Callout,
  CommandPalette,
  Dialog,
  EmptyState,
  type PaletteGroup,
} from '../../kit/index.ts'
import { useBridge } from '../../lib/bridge.tsx'
import { useT } from '../../lib/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useServers, useServerTools } from '../../lib/queries/index.ts'
import { nameAndTitle } from '../../lib/tool-words.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { oneLine } from '../../lib/one-line.ts'
import { ToolFormSheet } from './tool-form-sheet.tsx'

export interface ToolChoice {
  serverId: string
  toolName: string
}

/** What of running a tool by hand is open: nothing, the palette, or the form of one tool. */
export type RunToolState =
  | { step: 'closed' }
  | { step: 'choose' }
  | { step: 'fill'; choice: ToolChoice }

export interface RunToolProps {
  conversation: Conversation
  state: RunToolState
  onChange: (state: RunToolState) => void
  onRun: (choice: ToolChoice, args: JsonObject) => void
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
    <ToolForm
      key={`${state.choice.serverId}/${state.choice.toolName}`}
      {...props}
      choice={state.choice}
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

interface ToolFormProps extends RunToolProps {
  choice: ToolChoice
  server: ServerView
  onClose: () => void
}

function ToolForm({ choice, server, busy, onRun, onClose }: ToolFormProps) {
  const t = useT('chat')
  const tools = useServerTools(choice.serverId).data
  if (!tools) return null
  const tool = tools.find((one) => one.name === choice.toolName)
  if (!tool) {
    return (
      <Dialog open onOpenChange={onClose} size="small" title={t('tools.palette')}>
        <Callout tone="warning">
          {t('tools.gone', { server: server.config.name, tool: oneLine(choice.toolName, 80) })}
        </Callout>
      </Dialog>
    )
  }
  return (
    <ToolFormSheet
      server={server}
      tool={tool}
      busy={busy}
      onRun={(args) => onRun(choice, args)}
      onClose={onClose}
    />
  )
}
