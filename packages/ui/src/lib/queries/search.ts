import type { SearchResult } from '@gatehouse/domain'
import type { SearchChoices, SearchFilter } from '@gatehouse/domain/chats'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'

const PAUSE_MS = 120

/**
 * Results of a search in all chats, a moment after typing stops; the last result stays until the next one is there.
 * With `null` nothing is requested and nothing found.
 */
export function useMessageSearch(
  typed: string,
  filter: SearchFilter | null = {},
): UseQueryResult<SearchResult> {
  const { request } = useBridge()
  const query = useDebounced(typed.trim())
  return useQuery({
    queryKey: [...queryKeys.search(query), filter],
    queryFn: () => request('chat.search', { query: query.slice(0, 1000), filter: filter ?? {} }),
    enabled: query !== '' && filter !== null,
    // Chats change under it: a result is good for the moment that it was asked for.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

const NO_CHOICES: SearchChoices = { models: [], tools: [] }

/** Choices for a search filter, in alphabetical order; requested when the filter is opened. */
export function useSearchChoices(): SearchChoices {
  const { request } = useBridge()
  const { data } = useQuery({
    queryKey: queryKeys.searchChoices,
    queryFn: async () => inOrder(await request('chat.search-choices', {})),
    staleTime: 0,
    gcTime: 0,
  })
  return data ?? NO_CHOICES
}

function inOrder({ models, tools }: SearchChoices): SearchChoices {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return {
    models: models.toSorted(compare),
    tools: tools.toSorted(
      (one, other) =>
        compare(one.toolName, other.toolName) || compare(one.serverName, other.serverName),
    ),
  }
}

/** Returns the typed text, a moment after typing stops. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
