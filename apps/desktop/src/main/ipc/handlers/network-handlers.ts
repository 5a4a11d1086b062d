import { NEVER_ABORTED } from '@gatehouse/base'
import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

type NetworkRoutes = Extract<keyof RouteHandlers, `network.${string}`>

export function networkHandlers(
  { network }: Host,
  { pickFile }: AppAdapters,
): Pick<RouteHandlers, NetworkRoutes> {
  return {
    async 'network.choose-authorities'() {
      const path = await pickFile()
      return path === null ? null : network.readAuthorities(path)
    },
    'network.save': (draft) => network.save(draft),
    'network.test': ({ url }) => network.test(url, NEVER_ABORTED),
  }
}
