import type { FolderListing } from '@gatehouse/domain/documents'
import { GatehouseError } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { area, composerDriver, conversation } from '../../../testing/render-composer.tsx'

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { openComposer } = composerDriver(pass)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const file = (path: string, isSecret = false) => ({ path, bytes: 10, isSecret })
const listing: FolderListing = {
  files: [file('a.ts'), file('b.ts'), file('.env', true), file('src/c.ts')],
  left: { links: 1, hidden: 0, ignored: 2, unreadable: 0 },
  cut: ['files'],
}

/** The composer once a folder was picked, and its tree. */
async function openTree(more: FolderListing = listing) {
  const composer = await openComposer({
    handlers: {
      'chat.pick-folder': () => '/home/ada/site',
      'chat.list-folder': () => more,
      'chat.attach-folder-files': () => ({
        attachmentIds: ['f1'],
        failed: ['a.ts', 'src/c.ts'].map((path) => ({
          path,
          error: { code: 'workspace/no-such-entry', message: '', data: {} },
        })),
      }),
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Attach a folder' }))
  await pass(50)
  const tree = screen.getByRole('tree', { name: 'Files of site' })
  return { ...composer, tree }
}

it('chooses among the files of a picked folder by keys, says what is not listed, and names the files that were not attached', async () => {
  const { asked, tree } = await openTree()
  expect(document.activeElement).toBe(tree)
  expect(asked('chat.list-folder')).toEqual([
    { folder: '/home/ada/site', hidden: false, ignored: false },
  ])
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain(
    'Not listed: 1 link, which is not followed and 2 ignored entries.',
  )
  expect(dialog.textContent).toContain('This folder has more than 5,000 files')
  // All but the secret one, which the person checks by itself.
  expect(dialog.textContent).toContain('3 files checked, 30 B')
  // The rows are the folder, src, .env, a.ts and b.ts.
  for (const key of ['End', ' ', 'Home', 'ArrowDown', 'ArrowDown', ' ', 'ArrowUp', ' ', ' '])
    fireEvent.keyDown(tree, { key })
  await pass()
  expect(dialog.textContent).toContain('3 files checked, 30 B')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Attach 3 files' }))
  await pass(50)
  expect(asked('chat.attach-folder-files')).toEqual([
    { id: conversation.id, folder: '/home/ada/site', paths: ['src/c.ts', '.env', 'a.ts'] },
  ])
  const chip = within(screen.getByRole('list', { name: 'Attachments' })).getByRole('listitem')
  expect(chip.textContent).toContain('a.ts and src/c.ts')
  expect(within(chip).getByRole('alert').textContent).toContain('It may have been moved or deleted')
  proves('chat.folder.keys')
})

it('checks nothing by itself where a folder has more files than a message takes, and says so', async () => {
  const files = Array.from({ length: 101 }, (_, at) => file(`${at}.txt`))
  const { tree } = await openTree({ ...listing, files })
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('0 files checked')
  fireEvent.keyDown(tree, { key: ' ' })
  await pass()
  expect(within(dialog).getByRole('alert').textContent).toContain('room for 100 more')
  const attach = within(dialog).getByRole('button', { name: 'Attach 101 files' })
  expect((attach as HTMLButtonElement).disabled).toBe(true)
})

it('asks for hidden and ignored files when they are switched on, and shows why a folder cannot be listed', async () => {
  const { asked } = await openTree()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hidden files' }))
  await pass(50)
  expect(asked('chat.list-folder').at(-1)).toMatchObject({ hidden: true, ignored: false })
  cleanup()
  await openComposer({
    handlers: {
      'chat.pick-folder': () => '/mnt/lost',
      'chat.list-folder': () => {
        throw new GatehouseError('folder/too-slow', 'Too slow.')
      },
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Attach a folder' }))
  await pass(5000)
  expect(screen.getByRole('alert').textContent).toContain('could not be listed in time')
})

it('goes through the folders that are dropped at once, one after the other', async () => {
  const { asked, bridge } = await openComposer({
    handlers: {
      'chat.list-folder': () => listing,
      'chat.attach-folder-files': () => ({ attachmentIds: ['f1'], failed: [] }),
    },
  })
  const folder = (name: string) => ({
    webkitGetAsEntry: () => ({ isDirectory: true, name }),
  })
  const items = [folder('site'), folder('docs')]
  fireEvent.drop(area(), { dataTransfer: { types: ['Files'], files: [], items } })
  act(() => bridge.emit('window.files-dropped', ['/home/ada/site', '/home/ada/docs']))
  await pass(50)
  expect(screen.getByRole('dialog').textContent).toContain('Then those of 1 more folder.')
  for (const name of ['site', 'docs']) {
    screen.getByRole('tree', { name: `Files of ${name}` })
    fireEvent.click(screen.getByRole('button', { name: 'Attach 3 files' }))
    await pass(50)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked('chat.attach-folder-files')).toMatchObject([
    { folder: '/home/ada/site' },
    { folder: '/home/ada/docs' },
  ])
})
