import { NEVER_ABORTED } from '@gatehouse/base'
import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

export const networkHandlers = (
  { network }: Host,
  { pickFile }: AppAdapters,
): HandlersOf<'network'> => ({
  async 'network.choose-authorities'() {
    const path = await pickFile()
    return path === null ? null : network.readAuthorities(path)
  },
  'network.save': (draft) => network.save(draft),
  'network.test': ({ url }) => network.test(url, NEVER_ABORTED),
})
