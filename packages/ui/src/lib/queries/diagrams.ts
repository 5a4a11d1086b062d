import { MAX_DIAGRAM_CHARACTERS, type RouteInput, type RouteOutput } from '@gatehouse/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'

/** Result of drawing a diagram, once it is wanted; forgotten some minutes after it was last shown. */
export function useDiagram(
  request: RouteInput<'diagram.draw'>,
  isWanted: boolean,
): UseQueryResult<RouteOutput<'diagram.draw'>> {
  const bridge = useBridge()
  return useQuery<RouteOutput<'diagram.draw'>>({
    queryKey: queryKeys.diagram(request.source, request.theme),
    queryFn: () =>
      request.source.length > MAX_DIAGRAM_CHARACTERS
        ? { state: 'too-large' }
        : bridge.request('diagram.draw', request),
    enabled: isWanted,
    // In another theme the one before stays until this one is there.
    placeholderData: (before, query) =>
      query?.queryKey[2] === request.source ? before : undefined,
  })
}
