import type { RouteOutput } from '@gatehouse/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBridge } from '../bridge/bridge.tsx'
import { queryKeys } from './query-keys.ts'
import { useAction } from './action.ts'
import { useRouteQuery } from './route-query.ts'

/** Saved values of earlier forms that fit the form of an ask. */
export function useMatchingFormValues(
  id: string,
): UseQueryResult<RouteOutput<'form-values.for-ask'>> {
  return useRouteQuery({
    key: queryKeys.fittingFormValues(id),
    route: 'form-values.for-ask',
    input: { id },
    recheck: true,
  })
}

/** The names of what is kept, by server. */
export function useSavedFormValues(): UseQueryResult<RouteOutput<'form-values.list'>> {
  return useRouteQuery({
    key: queryKeys.formValues,
    route: 'form-values.list',
    input: {},
    recheck: true,
  })
}

/** Forgets what is kept of a server; no card offers it any more. */
export function useForgetFormValues() {
  const { cache } = useBridge()
  return useAction('form-values.forget', {
    onSuccess() {
      cache.refresh(queryKeys.formValues)
      cache.refresh(queryKeys.allFittingFormValues)
    },
  })
}
