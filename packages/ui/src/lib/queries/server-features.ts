import type {
  Prompt,
  Resource,
  ReadResourceResult,
  ResourceTemplate,
  ServerLists,
  Skill,
  SkillContents,
  ToolCallProgress,
} from '@gatehouse/domain'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** A list of what a server offers. Asking starts the server, so ask only while it runs. */
export function useServerPrompts(id: string, enabled: boolean): UseQueryResult<Prompt[]> {
  return useRouteQuery({
    key: queryKeys.serverPrompts(id),
    route: 'server.prompts',
    input: { id },
    enabled,
    recheck: true,
  })
}

export function useServerResources(id: string, enabled: boolean): UseQueryResult<Resource[]> {
  return useRouteQuery({
    key: queryKeys.serverResources(id),
    route: 'server.resources',
    input: { id },
    enabled,
    recheck: true,
  })
}

export function useServerTemplates(
  id: string,
  enabled: boolean,
): UseQueryResult<ResourceTemplate[]> {
  return useRouteQuery({
    key: queryKeys.serverTemplates(id),
    route: 'server.resource-templates',
    input: { id },
    enabled,
    recheck: true,
  })
}

export function useServerSkills(id: string, enabled: boolean): UseQueryResult<Skill[]> {
  return useRouteQuery({
    key: queryKeys.serverSkills(id),
    route: 'server.skills',
    input: { id },
    enabled,
    recheck: true,
  })
}

/** One file of a skill; enable it only when the person asked for that file. */
export function useSkillReadingQuery(
  input: { id: string; uri: string; file: string; requestId: string },
  enabled: boolean,
): UseQueryResult<SkillContents> {
  return useRouteQuery({
    key: queryKeys.skillReading(input.id, input.uri, input.file),
    route: 'server.read-skill',
    input,
    enabled,
  })
}

/** The lists as they were when they were read last; starts nothing. */
export function useCachedLists(id: string): UseQueryResult<ServerLists> {
  return useRouteQuery({
    key: queryKeys.cachedLists(id),
    route: 'server.cached-lists',
    input: { id },
    recheck: true,
  })
}

/** Content of a resource; read again when the server reports that it changed. */
export function useResourceReading(
  { id, uri, requestId }: { id: string; uri: string; requestId: string },
  enabled: boolean,
): UseQueryResult<ReadResourceResult> {
  return useRouteQuery({
    key: queryKeys.resourceReading(id, uri),
    route: 'server.read-resource',
    input: { id, uri, requestId },
    enabled,
  })
}

/** URIs of which the server reports changes now. */
export function useServerWatches(id: string): UseQueryResult<string[]> {
  return useRouteQuery({
    key: queryKeys.serverWatches(id),
    route: 'server.watches',
    input: { id },
  })
}

/** The last progress that the server reported of a request; `null` before that. */
export function useRequestProgress(requestId: string): ToolCallProgress | null {
  // Nothing is fetched: events fill it in, see live-updates.
  const { data } = useQuery<ToolCallProgress | null>({
    queryKey: queryKeys.requestProgress(requestId),
    initialData: null,
    enabled: false,
  })
  return data
}

/** URIs of resources that changed since the person looked, and how to say that they looked. */
export function useChangedResources(id: string): {
  changed: readonly string[]
  look: (uri: string) => void
} {
  const { cache } = useBridge()
  const key = queryKeys.changedResources(id)
  // Nothing is fetched: events fill it in, see live-updates.
  const { data } = useQuery<string[]>({ queryKey: key, initialData: [], enabled: false })
  const look = useCallback(
    (uri: string) =>
      cache.update<string[]>(queryKeys.changedResources(id), (list) =>
        list.filter((one) => one !== uri),
      ),
    [cache, id],
  )
  return { changed: data, look }
}
