import { queryKeys } from './query-keys.ts'
import { useRouteQuery } from './route-query.ts'

/** State of the sign-in at a server. */
export function useServerSignIn(id: string) {
  return useRouteQuery({
    key: queryKeys.serverSignIn(id),
    route: 'server.get-sign-in',
    input: { id },
  })
}
