import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

export const runtimeHandlers = (
  { runtimes, requests }: Host,
  { pickFile }: AppAdapters,
): HandlersOf<'runtime'> => ({
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
})
