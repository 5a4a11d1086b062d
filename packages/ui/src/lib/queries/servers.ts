import type {
  Frame,
  LogLine,
  ServerView,
  SimilarTool,
  Tool,
  ServerTask,
  TaskState,
} from '@gatehouse/domain'
import type { ServerApps } from '@gatehouse/domain/apps'
import type { ServerExamination } from '@gatehouse/domain/doctor'
import type {
  FoundImport,
  InstallEcosystem,
  RegistryWord,
  RuntimeList,
} from '@gatehouse/domain/launch'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** As much as main keeps of one server at most; see the route's own limit. */
const WINDOW = 2000

export function useServers(): UseQueryResult<ServerView[]> {
  return useRouteQuery({ key: queryKeys.servers, route: 'server.list', input: {} })
}

/** Programs on this machine whose servers could be imported; looked for once. */
export function useFoundImports(): UseQueryResult<FoundImport[]> {
  return useRouteQuery({ key: queryKeys.foundImports, route: 'import.find', input: {} })
}

const NO_INSTALLERS: Record<InstallEcosystem, string | null> = {
  npm: null,
  pypi: null,
  oci: null,
}

/** Paths of the person's programs that install packages; null where there is none, and while they are looked for. */
export function useInstallers(): Record<InstallEcosystem, string | null> {
  const found = useRouteQuery({ key: queryKeys.installers, route: 'install.find', input: {} })
  return found.data ?? NO_INSTALLERS
}

/** Runtimes of this computer; looked for again whenever they are shown. */
export function useRuntimes(): UseQueryResult<RuntimeList> {
  return useRouteQuery({
    key: queryKeys.runtimes,
    route: 'runtimes.list',
    input: {},
    recheck: true,
  })
}

/** One server of the list; `undefined` while loading and once it is removed. */
export function useServer(id: string | null): ServerView | undefined {
  return useServers().data?.find((server) => server.config.id === id)
}

export function useServerTools(id: string): UseQueryResult<Tool[]> {
  return useRouteQuery({ key: queryKeys.serverTools(id), route: 'server.tools', input: { id } })
}

/** The interfaces of a server, and the number of their calls. */
export function useServerApps(id: string): UseQueryResult<ServerApps> {
  return useRouteQuery({
    key: queryKeys.serverApps(id),
    route: 'app-view.of-server',
    input: { id },
    recheck: true,
  })
}

/** The tools of a server that could be taken for those of others, by their names. */
export function useSimilarTools(id: string): ReadonlyMap<string, readonly SimilarTool[]> {
  const { data } = useRouteQuery({
    key: queryKeys.similarTools(id),
    route: 'server.similar-tools',
    input: { id },
  })
  return useMemo(() => new Map(data?.map(({ toolName, others }) => [toolName, others])), [data])
}

/** Facts about a server for a diagnosis; read again for each `at`, which changes with its state. */
export function useServerExamination(id: string, at: number): UseQueryResult<ServerExamination> {
  return useRouteQuery({
    key: queryKeys.serverExamination(id, at),
    route: 'server.examine',
    input: { id },
  })
}

/** Oldest first. */
export function useServerLogs(id: string): UseQueryResult<LogLine[]> {
  return useRouteQuery({
    key: queryKeys.serverLogs(id),
    route: 'server.logs',
    input: { id, limit: WINDOW },
  })
}

/** Oldest first. */
export function useServerFrames(id: string): UseQueryResult<Frame[]> {
  return useRouteQuery({
    key: queryKeys.serverFrames(id),
    route: 'server.frames',
    input: { id, limit: WINDOW },
  })
}

/** Host of the registry that a search for servers goes to. */
/** The registry's last word on a server that was added from it. */
export function useRegistryWord(id: string): UseQueryResult<RegistryWord | null> {
  const key = queryKeys.registryWord(id)
  return useRouteQuery({ key, route: 'catalogue.last-word', input: { id } })
}

export function useRegistryHost(): UseQueryResult<string> {
  return useRouteQuery({ key: queryKeys.registryHost, route: 'catalogue.host', input: {} })
}

/** State of the sign-in at a server. */
export function useServerSignIn(id: string) {
  return useRouteQuery({
    key: queryKeys.serverSignIn(id),
    route: 'server.get-sign-in',
    input: { id },
  })
}

const latestFirst = (list: ServerTask[]): ServerTask[] =>
  list.toSorted((a, b) => b.createdAt - a.createdAt)

/** Tool calls that became tasks of their servers, the latest first. */
export function useTasks(): UseQueryResult<ServerTask[]> {
  return useRouteQuery({
    key: queryKeys.tasks,
    route: 'task.list',
    input: {},
    select: latestFirst,
  })
}

/** Tasks that the server itself lists; requested again each time they are shown. */
export function useTasksAtServer(
  serverId: string,
  enabled: boolean,
): UseQueryResult<TaskState[] | null> {
  return useRouteQuery({
    key: queryKeys.tasksAtServer(serverId),
    route: 'task.list-at-server',
    input: { serverId },
    enabled,
  })
}
