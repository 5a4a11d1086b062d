import type { RouteHandlers } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

type RuntimeRoutes = Extract<keyof RouteHandlers, `runtimes.${string}`>

export function runtimeHandlers(
  { runtimes, requests }: Host,
  { pickFile }: AppAdapters,
): Pick<RouteHandlers, RuntimeRoutes> {
  return {
    'runtimes.list': () => runtimes.list(),
    'runtimes.install': async ({ name, requestId }) => ({
      outcome: await requests.run(requestId, (onProgress, signal) =>
        runtimes.install(name, { onProgress, signal }),
      ),
    }),
    'runtimes.remove': ({ name }) => runtimes.remove(name),
    'runtimes.pick': async ({ name }) => {
      const path = await pickFile()
      if (path !== null) runtimes.pick(name, path)
      return { picked: path !== null }
    },
    'runtimes.forget': ({ name }) => runtimes.pick(name, null),
  }
}
