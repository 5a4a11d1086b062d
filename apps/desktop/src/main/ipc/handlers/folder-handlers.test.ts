import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createPickedPaths } from '../../folders/picked-paths.ts'
import { folderHandlers } from './folder-handlers.ts'

/**
 * @threat attachments.folder-of-page
 * @attacker page
 * @tries To list or attach the files of a folder that the person did not pick for that.
 * @stoppedBy Main keeps the folders that were picked or dropped to attach their files, apart from those picked for
 * anything else, and refuses others.
 */
it('lists and reads only folders that were picked to attach their files', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-folders-')))
  const site = join(root, 'site')
  mkdirSync(join(site, 'src'), { recursive: true })
  mkdirSync(join(root, 'private'))
  writeFileSync(join(root, 'private', 'diary.txt'), 'x')
  symlinkSync(join(root, 'private'), join(site, 'out'))
  const attachable = createPickedPaths()
  const asked: string[] = []
  const listing = { files: [], left: { links: 0, hidden: 0, ignored: 0, unreadable: 0 }, cut: [] }
  const folderFiles = {
    list: (folder: string) => {
      asked.push(folder)
      return Promise.resolve(listing)
    },
    attach: (_id: string, { folder }: { folder: string }) => {
      asked.push(folder)
      const failed = [{ path: 'a', error: new Error('/home/ada/secret') }]
      return Promise.resolve({ attachmentIds: ['f'], failed })
    },
  }
  const handlers = folderHandlers({ folderFiles } as never, {
    attachable,
    pickFolderToAttach: () => Promise.resolve(null),
  })
  const choice = { hidden: false, ignored: false }
  const list = (folder: string) => handlers['chat.list-folder']({ folder, ...choice })
  const attach = (folder: string) =>
    handlers['chat.attach-folder-files']({ id: 'c', folder, paths: ['a'] })
  try {
    const refused = { code: 'folder/not-picked' }
    await expect(list(site)).rejects.toMatchObject(refused)
    attachable.note([site])
    expect(await list(site)).toEqual(listing)
    // A stack or a path of main crosses as little as from any other route.
    expect(await attach(join(site, 'src'))).toMatchObject({
      attachmentIds: ['f'],
      failed: [{ path: 'a', error: { code: 'ipc/internal' } }],
    })
    for (const folder of [root, join(site, '..', 'private'), join(site, 'out'), '/etc', 'site']) {
      await expect(list(folder)).rejects.toMatchObject(refused)
      await expect(attach(folder)).rejects.toMatchObject(refused)
    }
    expect(asked).toEqual([site, join(site, 'src')])
    proves('chat.folder.picked')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
