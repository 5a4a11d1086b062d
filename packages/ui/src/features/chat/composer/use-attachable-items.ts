import type {
  Conversation,
  Prompt,
  Resource,
  ResourceTemplate,
  ServerView,
} from '@gatehouse/domain'
import { useQueries, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { hasCapability } from '../../../lib/servers/server-capabilities.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useServers } from '../../../lib/queries/index.ts'
import type { RequestRoute } from '../../../lib/bridge/request-route.ts'
import { isServerOfChat } from '../tools/servers-of-chat.ts'
import type { AttachableItem } from './attachable-item.ts'
import type { TriggerKind } from './trigger.ts'

export interface AttachableItems {
  /** By server, as it lists them. */
  lists: AttachableItem[][]
  /** Names of the servers whose lists are on their way, or that are being started and may have some. */
  loading: string[]
  /** Names of the servers that gave no list. */
  failed: string[]
  /** Servers of the chat that run, and those that do not: what they offer is not known. */
  running: number
  notRunning: number
}

interface ListState<Item> {
  items: Item[]
  isLoading: boolean
  hasFailed: boolean
}

const none: ServerView[] = []
const noItems: never[] = []

/** Items that the running servers of a chat offer, read again whenever the list is opened. */
export function useAttachableItems(kind: TriggerKind, conversation: Conversation): AttachableItems {
  const servers = useServers().data ?? none
  const used = useMemo(
    () => servers.filter((server) => isServerOfChat(server, conversation)),
    [servers, conversation],
  )
  const asked = useMemo(
    () => used.filter((one) => hasCapability(one, kind === 'prompt' ? 'prompts' : 'resources')),
    [used, kind],
  )
  const [ofPrompts, ofResources] = kind === 'prompt' ? [asked, none] : [none, asked]
  const prompts = useLists(promptList, ofPrompts)
  const resources = useLists(resourceList, ofResources)
  const templates = useLists(templateList, ofResources)
  return useMemo(() => {
    const all = [prompts, resources, templates]
    const having = (state: 'isLoading' | 'hasFailed') =>
      asked
        .filter((_server, at) => all.some((lists) => lists[at]?.[state] === true))
        .map(({ config }) => config.name)
    const running = used.filter(({ connection }) => connection.status === 'ready').length
    return {
      lists: asked.map((server, at): AttachableItem[] => [
        ...(prompts[at]?.items ?? noItems).map((prompt) => ({
          kind: 'prompt' as const,
          server,
          prompt,
        })),
        ...(templates[at]?.items ?? noItems).map((template) => ({
          kind: 'template' as const,
          server,
          template,
        })),
        ...(resources[at]?.items ?? noItems).map((resource) => ({
          kind: 'resource' as const,
          server,
          resource,
        })),
      ]),
      loading: [
        ...having('isLoading'),
        ...used
          .filter(({ connection }) => connection.status === 'starting')
          .map(({ config }) => config.name),
      ],
      failed: having('hasFailed'),
      running,
      notRunning: used.length - running,
    }
  }, [used, asked, prompts, resources, templates])
}

/** A list of a server, where it is in the cache and how it is read. */
interface ListSource<Item> {
  keyOf: (id: string) => QueryKey
  read: (request: RequestRoute, id: string) => Promise<Item[]>
}

const promptList: ListSource<Prompt> = {
  keyOf: queryKeys.serverPrompts,
  read: (request, id) => request('server.prompts', { id }),
}
const resourceList: ListSource<Resource> = {
  keyOf: queryKeys.serverResources,
  read: (request, id) => request('server.resources', { id }),
}
const templateList: ListSource<ResourceTemplate> = {
  keyOf: queryKeys.serverTemplates,
  read: (request, id) => request('server.resource-templates', { id }),
}

function statesOf<Item>(results: readonly UseQueryResult<Item[]>[]): ListState<Item>[] {
  return results.map(({ data, isPending, isError }) => ({
    items: data ?? noItems,
    isLoading: isPending,
    hasFailed: isError,
  }))
}

function useLists<Item>(
  { keyOf, read }: ListSource<Item>,
  servers: readonly ServerView[],
): ListState<Item>[] {
  const { request, cache } = useBridge()
  return useQueries({
    queries: servers.map(({ config: { id } }) => {
      const queryKey = keyOf(id)
      return {
        queryKey,
        queryFn: () => cache.load(queryKey, () => read(request, id)),
        refetchOnMount: 'always' as const,
      }
    }),
    combine: statesOf<Item>,
  })
}
