import { useEffect, useState } from 'react'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import type { ChosenFilter } from './chosen-filter.ts'

interface RetainedSearch {
  query: string
  filter: ChosenFilter
  /** The chat that was shown with it. */
  conversationId: string | null
}

/**
 * Query and scope of a search. They remain after a visit to another section, unless another chat was opened there.
 */
export function useRetainedSearch(conversationId: string | null, tags: readonly string[]) {
  const [kept, keep] = useRetainedState<RetainedSearch>('chat-search')
  const isSame = kept?.conversationId === conversationId
  const [query, setQuery] = useState(isSame && kept ? kept.query : '')
  const [chosen, setFilter] = useState<ChosenFilter>(kept?.filter ?? {})
  useEffect(
    () => keep({ query, filter: chosen, conversationId }),
    [keep, query, chosen, conversationId],
  )
  const { tag } = chosen
  // One that no chat has any more filters nothing.
  const filter = tag === undefined || tags.includes(tag) ? chosen : { ...chosen, tag: undefined }
  return { query, setQuery, filter, setFilter }
}
