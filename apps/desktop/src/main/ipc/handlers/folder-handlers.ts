import { toIpcError, type HandlersOf } from '@gatehouse/contract'
import { GatehouseError } from '@gatehouse/domain'
import type { Host } from '@gatehouse/host'
import type { AppAdapters } from './app-handlers.ts'

/** Handlers of the files of a picked folder. */
export function folderHandlers(
  { folderFiles }: Pick<Host, 'folderFiles'>,
  { attachable, pickFolderToAttach }: Pick<AppAdapters, 'attachable' | 'pickFolderToAttach'>,
): HandlersOf<'folder'> {
  /** The window receives names and files only of folders that the person picked for a message. */
  async function assertPicked(folder: string): Promise<void> {
    if (await attachable.covers(folder)) return
    throw new GatehouseError(
      'folder/not-picked',
      'You did not pick this folder to attach its files. Attach the folder again.',
    )
  }
  return {
    'chat.pick-folder': () => pickFolderToAttach(),
    'chat.list-folder': async ({ folder, ...choice }) => {
      await assertPicked(folder)
      return folderFiles.list(folder, choice)
    },
    'chat.attach-folder-files': async ({ id, ...files }) => {
      await assertPicked(files.folder)
      const { attachmentIds, failed } = await folderFiles.attach(id, files)
      const refused = failed.map(({ path, error }) => ({ path, error: toIpcError(error) }))
      return { attachmentIds, failed: refused }
    },
  }
}
