import { GatehouseError } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { createChatHarness, says, turnOver } from '../../testing/chat-harness.ts'
import { stepOf } from '../../testing/index.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** @threat attachments.hostile-folder */
it('attaches files of a folder under their paths, and reports those that changed since without losing the others', async () => {
  const harness = createChatHarness()
  const { host, chat, models } = await harness.ready([stepOf(says('Read.'))])
  harness.folders.readEntry = ({ path }) => {
    if (path === 'gone.ts')
      return Promise.reject(new GatehouseError('workspace/no-such-entry', 'It is gone.'))
    if (path === 'now-a-folder')
      return Promise.resolve({ kind: 'folder', names: [], complete: true })
    const bytes = path === 'tool.bin' ? new Uint8Array([0, 1, 2, 255]) : bytesOf(`text of ${path}`)
    return Promise.resolve({ kind: 'file', bytes })
  }
  const deep = `${'deep/'.repeat(60)}end.ts`
  const paths = ['src/a.ts', 'gone.ts', 'now-a-folder', 'tool.bin', 'two\nlines.ts', deep]
  const { attachmentIds, failed } = await host.folderFiles.attach(chat.id, {
    folder: '/home/ada/site',
    paths,
  })
  expect(failed.map(({ path, error }) => [path, (error as GatehouseError).code])).toEqual([
    ['gone.ts', 'workspace/no-such-entry'],
    ['now-a-folder', 'workspace/no-such-entry'],
    ['tool.bin', 'attachment/unsupported'],
  ])
  const attached = host.attachments.list(chat.id)
  expect(attached.map(({ id }) => id)).toEqual(attachmentIds)
  const names = attached.map((one) => (one.kind === 'file' ? one.name : ''))
  expect(names.slice(0, 2)).toEqual(['site/src/a.ts', 'site/two\nlines.ts'])
  expect(names[2]).toMatch(/^…(?:ep\/|deep\/)(?:deep\/)+end\.ts$/)
  expect(names[2]).toHaveLength(255)
  host.chats.send(chat.id, 'Look', attachmentIds)
  await turnOver(host, chat)
  const sent = JSON.stringify(models.requests.at(-1)?.messages)
  // The name is JSON in a line of the app, so it cannot begin a line of its own.
  expect(sent).toContain(JSON.stringify('[I attached the file "site/src/a.ts" (').slice(1, -1))
  expect(sent).toContain(JSON.stringify(JSON.stringify('site/two\nlines.ts')).slice(1, -1))
  proves('chat.folder.attached')
})

it('attaches a hundred files and no more', async () => {
  const harness = createChatHarness()
  const { host, chat } = await harness.ready([])
  harness.folders.readEntry = () => Promise.resolve({ kind: 'file', bytes: bytesOf('x') })
  const paths = Array.from({ length: 101 }, (_, at) => `${at}.txt`)
  const { failed } = await host.folderFiles.attach(chat.id, { folder: '/site', paths })
  expect(host.attachments.list(chat.id)).toHaveLength(100)
  expect(failed).toMatchObject([{ path: '100.txt', error: { code: 'attachment/too-many' } }])
})
