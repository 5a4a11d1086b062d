import type { RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../bridge.tsx'
import { useErrorWords } from '../error-words.ts'

export interface ActionOptions<Name extends RouteName> {
  /** The caller shows the failure beside what caused it; otherwise a toast does. */
  quiet?: boolean | undefined
  onSuccess?: ((data: RouteOutput<Name>, input: RouteInput<Name>) => void) | undefined
}

export type Action<Name extends RouteName> = UseMutationResult<
  RouteOutput<Name>,
  Error,
  RouteInput<Name>
>

/** A route that changes something: `useAction('server.stop').mutate({ id })`. */
export function useAction<Name extends RouteName>(
  route: Name,
  options: ActionOptions<Name> = {},
): Action<Name> {
  const { request } = useBridge()
  const { show } = useToasts()
  const words = useErrorWords()
  return useMutation<RouteOutput<Name>, Error, RouteInput<Name>>({
    mutationFn: (input) => request(route, input),
    onSuccess: (data, input) => options.onSuccess?.(data, input),
    onError: (error) => {
      if (options.quiet !== true) show({ tone: 'danger', title: words(error) })
    },
  })
}
