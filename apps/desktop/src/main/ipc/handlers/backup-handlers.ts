import type { HandlersOf } from '@gatehouse/contract'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

export const backupHandlers = (
  { backups }: Host,
  { pickFile, pickNewFile }: AppAdapters,
): HandlersOf<'backup'> => ({
  async 'backup.make'({ passphrase }) {
    const path = await pickNewFile(`gatehouse-${new Date().toISOString().slice(0, 10)}.backup`)
    if (path === null) return null
    await backups.make(path, passphrase)
    return { path }
  },
  async 'backup.choose'() {
    const path = await pickFile()
    return path === null ? null : backups.choose(path)
  },
  'backup.unpack': ({ passphrase }) => backups.unpack(passphrase),
  'backup.restore': () => backups.restore(),
  'backup.cancel': () => backups.cancel(),
  'backup.kept': () => backups.kept(),
  'backup.put-back': () => backups.putBack(),
  'backup.remove-kept': () => backups.removeKept(),
})
