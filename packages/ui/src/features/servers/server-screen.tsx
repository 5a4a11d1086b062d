import type { ServerView } from '@gatehouse/domain'
import { Plus, Server } from 'lucide-react'
import {
  ErrorBoundary,
  Button,
  EmptyState,
  PaneHeader,
  Tabs,
  type TabItem,
} from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useServer, useServerApps, useServers } from '../../lib/queries/index.ts'
import { QueryStates } from '../../lib/queries/query-states.tsx'
import { useUi, type ServerTab } from '../../lib/ui-store.tsx'
import { usePendingMend } from './doctor/index.ts'
import { useFeatureCounts } from './features/feature-counts.ts'
import { ServerHeader } from './server-header.tsx'
import { ServerPermissions } from './permissions/server-permissions.tsx'
import { ServerInterfaces } from './interfaces/server-interfaces.tsx'
import { useServerAppsWords } from './interfaces/use-server-apps-words.ts'
import { ServerLogs } from './traffic/server-logs.tsx'
import { ServerOverview } from './server-overview.tsx'
import { ServerPrompts } from './features/server-prompts.tsx'
import { ServerResources } from './features/server-resources.tsx'
import { ServerSettings } from './form/server-settings.tsx'
import { ServerSignIn } from './sign-in/server-sign-in.tsx'
import { ServerSkills } from './skills/server-skills.tsx'
import { ServerTasks } from './features/server-tasks.tsx'
import { ServerTools } from './features/server-tools.tsx'
import { Traffic } from './traffic/traffic.tsx'

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

/** The right panel of Servers: the traffic of the server that is open. */
export function ServerTrafficPanel() {
  const serverId = useUi((ui) => ui.serverId)
  const view = useServer(serverId)
  return view ? <Traffic key={view.config.id} serverId={view.config.id} heading /> : null
}

function ServerPage({ view }: { view: ServerView }) {
  const t = useT('servers')
  const tasks = useT('tasks')
  const page = useT('serverPage')
  const interfaces = useServerAppsWords()
  const { number } = useFormats()
  const chosen = useUi((ui) => ui.serverTab)
  const setTab = useUi((ui) => ui.setServerTab)
  const counts = useFeatureCounts(view)
  const apps = useServerApps(view.config.id).data?.apps ?? []
  const hasInterfaces = apps.length > 0 || view.config.apps !== undefined
  const offers = (tab: 'prompts' | 'resources' | 'skills') =>
    counts[tab].declared || (chosen === tab && view.connection.status !== 'ready')
  const tab =
    ((chosen === 'prompts' || chosen === 'resources' || chosen === 'skills') && !offers(chosen)) ||
    (chosen === 'interfaces' && !hasInterfaces) ||
    (chosen === 'tasks' && !counts.tasks.declared) ||
    (chosen === 'sign-in' && view.config.transport.kind !== 'http')
      ? 'overview'
      : chosen
  const count = (value: number | undefined) => (value === undefined ? undefined : number(value))
  const { id } = view.config
  usePendingMend(view)
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
          ...(hasInterfaces
            ? [
                {
                  value: 'interfaces' as const,
                  label: interfaces('tab'),
                  count: count(apps.length),
                  content: <ServerInterfaces view={view} />,
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

/** A tab that cannot be drawn says so; the others continue. */
function apart(items: TabItem<ServerTab>[]): TabItem<ServerTab>[] {
  return items.map((item) => ({
    ...item,
    content: (
      <ErrorBoundary key={item.value} resetKey={item.value} fallback={<TabFailed />}>
        {item.content}
      </ErrorBoundary>
    ),
  }))
}

function TabFailed() {
  const t = useT('appShell')
  return <EmptyState title={t('crashed.title')} description={t('crashed.description')} />
}
