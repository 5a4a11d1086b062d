import { proves } from '@gatehouse/testkit/proves'
import { beforeEach, expect, it } from 'vitest'
import { createChatHarness, type ChatHarness } from '../../testing/chat-harness.ts'

let harness: ChatHarness
beforeEach(() => {
  harness = createChatHarness()
  harness.folders.found.set('/site', { status: 'ok' })
})

/** A chat in a workspace with the folder `/site`, and what was asked of the disk. */
async function open() {
  const { host, chat } = await harness.ready([])
  const { id } = await host.workspaces.create('Website')
  await host.workspaces.addFolders(id, ['/site'])
  await host.chatWorkspaces.move(chat.id, id)
  const asked: unknown[] = []
  harness.folders.findEntries = (folders, query) => {
    asked.push([folders, query])
    return Promise.resolve({ entries: [], complete: true })
  }
  harness.folders.readEntry = (place) => {
    asked.push(place)
    return Promise.resolve({
      kind: 'folder',
      names: ['a.ts', 'two\nlines', 'b/'],
      complete: false,
    })
  }
  return { host, chat, workspaceId: id, asked }
}

/**
 * @threat files.page-reads
 * @attacker page
 * @tries Lists or reads files of the person by calling main’s routes by itself.
 * @stoppedBy Both are acts, and main lists and reads only below folders of the workspace that the chat is in, which the
 * person picked or allowed.
 * @remains Riding on a press it can read files below the folders of a workspace. It can send them nowhere by itself.
 */
it('finds and reads only below the folders of the workspace that the chat is in', async () => {
  const { host, chat, workspaceId, asked } = await open()
  await host.workspaceFiles.find(chat.id, 'login')
  expect(asked).toEqual([[['/site'], 'login']])
  const refused = { code: 'workspace/folder-not-found' }
  await expect(
    host.workspaceFiles.attach(chat.id, { folder: '/etc', path: 'passwd' }),
  ).rejects.toMatchObject(refused)
  await host.chatWorkspaces.move(chat.id, null)
  const place = { folder: '/site', path: 'src' }
  await expect(host.workspaceFiles.attach(chat.id, place)).rejects.toMatchObject(refused)
  expect(await host.workspaceFiles.find(chat.id, 'x')).toEqual({ entries: [], complete: true })
  expect(asked).toHaveLength(1)
  // The chat leaves while a slow disk reads.
  await host.chatWorkspaces.move(chat.id, workspaceId)
  const read = harness.folders.readEntry
  harness.folders.readEntry = async (asking) => {
    host.conversations.setWorkspace(chat.id, null)
    return read(asking)
  }
  await expect(host.workspaceFiles.attach(chat.id, place)).rejects.toMatchObject(refused)
  expect(host.attachments.list(chat.id)).toEqual([])
  proves('files.read.here')
})

it('a folder becomes a list of its names, each on one line, and says when some were left out', async () => {
  const { host, chat } = await open()
  const attached = await host.workspaceFiles.attach(chat.id, { folder: '/site', path: 'src' })
  expect(attached).toMatchObject({ kind: 'file', name: 'src/', mimeType: 'text/plain' })
  expect(host.attachments.list(chat.id)).toEqual([attached])
  expect(JSON.stringify(attached)).toContain(
    JSON.stringify(
      'a.ts\n"two\\nlines"\nb/\n(There are more names in this folder; they were left out.)',
    ).slice(1, -1),
  )
})
