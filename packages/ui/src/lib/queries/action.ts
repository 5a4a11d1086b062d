import type { RouteInput, RouteName, RouteOutput } from '@gatehouse/contract'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useToasts } from '../../kit/index.ts'
import { useBridge } from '../bridge/bridge.tsx'
import { wordedError } from '../words/worded.ts'

export interface ActionOptions<Name extends RouteName> {
  /** The caller shows the failure beside what caused it; otherwise a toast does. */
  quiet?: boolean | undefined
  onSuccess?: ((data: RouteOutput<Name>, input: RouteInput<Name>) => void) | undefined
  onError?: ((error: Error, input: RouteInput<Name>) => void) | undefined
}

/**
 * Mutation of a route. Callbacks given with `mutate` are forgotten when the caller unmounts: they are for its own
 * state only.
 */
export type Action<Name extends RouteName> = UseMutationResult<
  RouteOutput<Name>,
  Error,
  RouteInput<Name>
> & {
  /** As `mutate`; `done` is called even when the caller has left the window by then. */
  perform: (input: RouteInput<Name>, done: (data: RouteOutput<Name>) => void) => void
}

/** A route that changes something: `useAction('server.stop').mutate({ id })`. */
export function useAction<Name extends RouteName>(
  route: Name,
  options: ActionOptions<Name> = {},
): Action<Name> {
  const { request } = useBridge()
  const { show } = useToasts()
  const mutation = useMutation<RouteOutput<Name>, Error, RouteInput<Name>>({
    mutationFn: (input) => request(route, input),
    onSuccess: (data, input) => options.onSuccess?.(data, input),
    onError: (error, input) => {
      options.onError?.(error, input)
      if (options.quiet !== true) show({ tone: 'danger', title: wordedError(error) })
    },
  })
  const { mutateAsync } = mutation
  const perform = useCallback<Action<Name>['perform']>(
    (input, done) => void mutateAsync(input).then(done, () => undefined),
    [mutateAsync],
  )
  return { ...mutation, perform }
}
