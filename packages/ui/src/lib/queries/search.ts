import type { SearchResult } from '@gatehouse/domain'
import type { SearchFilter } from '@gatehouse/domain/chats'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBridge } from '../bridge.tsx'
import { queryKeys } from '../query-keys.ts'

const PAUSE_MS = 120

/** What a search finds in all chats, a moment after typing stops; the last result stays until the next one is there. */
export function useMessageSearch(
  typed: string,
  filter?: SearchFilter,
): UseQueryResult<SearchResult> {
  const { request } = useBridge()
  const query = useDebounced(typed.trim())
  return useQuery({
    queryKey: [...queryKeys.search(query), filter],
    queryFn: () => request('chat.search', { query: query.slice(0, 1000), filter }),
    enabled: query !== '',
    // Chats change under it: a result is good for the moment that it was asked for.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** What was typed, a moment after typing stops. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
