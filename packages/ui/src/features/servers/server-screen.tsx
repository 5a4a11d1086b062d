import type { ServerView } from '@gatehouse/domain'
import { Ellipsis, Play, Plus, RotateCw, Server, Square, Trash } from 'lucide-react'
import { useState } from 'react'
import {
  AlertDialog,
  Badge,
  Boundary,
  Button,
  EmptyState,
  IconButton,
  Menu,
  PaneHeader,
  RevealText,
  ServerIcon,
  ServerName,
  Tabs,
  type TabItem,
} from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction, useServer, useServers } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/query-states.tsx'
import { SideToggle } from '../../lib/side-toggle.tsx'
import { useUi, type ServerTab } from '../../lib/ui-store.tsx'
import { useFeatureCounts } from './feature-counts.ts'
import { ServerPermissions } from './permissions/server-permissions.tsx'
import { ServerLogs } from './server-logs.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerPrompts } from './server-prompts.tsx'
import { ServerResources } from './server-resources.tsx'
import { ServerSettings } from './server-settings.tsx'
import { ServerSignIn } from './server-sign-in.tsx'
import { ServerSkills } from './server-skills.tsx'
import { ServerTasks } from './server-tasks.tsx'
import { ServerTools } from './server-tools.tsx'
import { StateBadge } from './server-state.tsx'
import { Traffic } from './traffic.tsx'

/** The main pane of Servers: one server's page, or the invitation to add the first. */
export function ServerScreen() {
  const t = useT('servers')
  const common = useT('common')
  const servers = useServers()
  const serverId = useUi((ui) => ui.serverId)
  const show = useUi((ui) => ui.show)
  return (
    <QueryStates query={servers}>
      {(list) => {
        const view = list.find((one) => one.config.id === serverId)
        if (view) return <ServerPage key={view.config.id} view={view} />
        return (
          <>
            <PaneHeader title={common('sections.servers')} />
            <EmptyState
              className="flex-1"
              icon={Server}
              title={t(list.length === 0 ? 'none' : 'choose')}
              description={t(list.length === 0 ? 'noneNote' : 'chooseNote')}
              actions={
                <Button
                  icon={Plus}
                  variant={list.length === 0 ? 'primary' : 'secondary'}
                  onClick={() => show({ kind: 'add-server' })}
                >
                  {t('add')}
                </Button>
              }
            />
          </>
        )
      }}
    </QueryStates>
  )
}

/** The right panel of Servers: the wire of the server that is open. */
export function ServerSide() {
  const serverId = useUi((ui) => ui.serverId)
  const view = useServer(serverId)
  return view ? <Traffic key={view.config.id} serverId={view.config.id} heading /> : null
}

function ServerPage({ view }: { view: ServerView }) {
  const t = useT('servers')
  const tasks = useT('tasks')
  const page = useT('serverPage')
  const { number } = useFormats()
  const chosen = useUi((ui) => ui.serverTab)
  const setTab = useUi((ui) => ui.setServerTab)
  const counts = useFeatureCounts(view)
  const offers = (tab: 'prompts' | 'resources' | 'skills') =>
    counts[tab].declared || (chosen === tab && view.connection.status !== 'ready')
  const tab =
    ((chosen === 'prompts' || chosen === 'resources' || chosen === 'skills') && !offers(chosen)) ||
    (chosen === 'tasks' && !counts.tasks.declared) ||
    (chosen === 'sign-in' && view.config.transport.kind !== 'http')
      ? 'overview'
      : chosen
  const count = (value: number | undefined) => (value === undefined ? undefined : number(value))
  const { id } = view.config
  return (
    <>
      <ServerHeader view={view} />
      <Tabs<ServerTab>
        label={t('tabs.label')}
        className="flex-1"
        panelClassName="flex flex-col"
        listClassName="shrink-0"
        value={tab}
        onValueChange={setTab}
        items={apart([
          { value: 'overview', label: t('tabs.overview'), content: <ServerOverview view={view} /> },
          {
            value: 'tools',
            label: t('tabs.tools'),
            count: view.toolCount ?? undefined,
            content: <ServerTools view={view} />,
          },
          ...(offers('prompts')
            ? [
                {
                  value: 'prompts' as const,
                  label: t('tabs.prompts'),
                  count: count(counts.prompts.count),
                  content: <ServerPrompts view={view} />,
                },
              ]
            : []),
          ...(offers('resources')
            ? [
                {
                  value: 'resources' as const,
                  label: t('tabs.resources'),
                  count: count(counts.resources.count),
                  content: <ServerResources view={view} />,
                },
              ]
            : []),
          ...(offers('skills')
            ? [
                {
                  value: 'skills' as const,
                  label: page('skills.tab'),
                  count: count(counts.skills.count),
                  content: <ServerSkills view={view} />,
                },
              ]
            : []),
          ...(counts.tasks.declared
            ? [
                {
                  value: 'tasks' as const,
                  label: tasks('tab'),
                  count: count(counts.tasks.pending || undefined),
                  content: <ServerTasks view={view} />,
                },
              ]
            : []),
          ...(view.config.transport.kind === 'http'
            ? [
                {
                  value: 'sign-in' as const,
                  label: t('tabs.signIn'),
                  content: <ServerSignIn view={view} />,
                },
              ]
            : []),
          {
            value: 'permissions',
            label: t('tabs.permissions'),
            content: <ServerPermissions view={view} />,
          },
          { value: 'settings', label: t('tabs.settings'), content: <ServerSettings view={view} /> },
          { value: 'logs', label: t('tabs.logs'), content: <ServerLogs serverId={id} /> },
          { value: 'traffic', label: t('tabs.traffic'), content: <Traffic serverId={id} /> },
        ])}
      />
    </>
  )
}

/** A tab that cannot be drawn says so; the others go on. */
function apart(items: TabItem<ServerTab>[]): TabItem<ServerTab>[] {
  return items.map((item) => ({
    ...item,
    content: (
      <Boundary key={item.value} resetKey={item.value} fallback={<TabFailed />}>
        {item.content}
      </Boundary>
    ),
  }))
}

function TabFailed() {
  const t = useT('frame')
  return <EmptyState title={t('crashed.title')} description={t('crashed.description')} />
}

function ServerHeader({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { config, connection } = view
  return (
    <PaneHeader
      title={
        <ServerName hue={config.hue}>
          <RevealText text={config.name} wrap={false} />
        </ServerName>
      }
      actions={
        <>
          <StartStop view={view} />
          <ServerMenu view={view} />
          <SideToggle label={t('tabs.traffic')} />
        </>
      }
    >
      {connection.status === 'ready' && <ServerIcon icons={connection.info.icons} />}
      <StateBadge state={connection} />
      {connection.status === 'ready' && <Badge>{connection.info.protocolVersion}</Badge>}
      <Badge>{config.transport.kind === 'http' ? 'Streamable HTTP' : 'stdio'}</Badge>
    </PaneHeader>
  )
}

function StartStop({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { id } = view.config
  const start = useAction('server.start')
  const stop = useAction('server.stop')
  const restart = useAction('server.restart')
  switch (view.connection.status) {
    case 'ready':
      return (
        <Button icon={RotateCw} loading={restart.isPending} onClick={() => restart.mutate({ id })}>
          {t('restart')}
        </Button>
      )
    case 'starting':
      return (
        <Button icon={Square} loading={stop.isPending} onClick={() => stop.mutate({ id })}>
          {t('stop')}
        </Button>
      )
    case 'stopped':
    case 'failed':
      return (
        <Button
          icon={Play}
          variant={view.connection.status === 'failed' ? 'secondary' : 'primary'}
          loading={start.isPending}
          onClick={() => start.mutate({ id })}
        >
          {t(view.connection.status === 'failed' ? 'retry' : 'start')}
        </Button>
      )
    case 'stopping':
      return null
  }
}

function ServerMenu({ view }: { view: ServerView }) {
  const t = useT('servers')
  const common = useT('common')
  const { id, name } = view.config
  const [asking, setAsking] = useState(false)
  const stop = useAction('server.stop')
  const openServer = useUi((ui) => ui.openServer)
  const forget = useUi((ui) => ui.forgetKept)
  const remove = useAction('server.remove', {
    onSuccess() {
      forget(id)
      openServer(null)
    },
  })
  const { status } = view.connection
  const stoppable =
    status === 'ready' || (status === 'failed' && view.connection.retryAt !== undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('menu', { name })} />}
        entries={[
          {
            label: t('stop'),
            icon: Square,
            disabled: !stoppable,
            onSelect: () => stop.mutate({ id }),
          },
          { kind: 'separator' },
          { label: t('remove'), icon: Trash, tone: 'danger', onSelect: () => setAsking(true) },
        ]}
      />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('removeTitle', { name })}
        description={t('removeNote')}
        confirmLabel={t('remove')}
        cancelLabel={common('actions.cancel')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id }, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}
