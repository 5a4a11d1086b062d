// @vitest-environment happy-dom
import type { Attachment } from '@gatehouse/domain'
import type { FoundEntries, WorkspaceEntry } from '@gatehouse/domain/chats'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  area,
  chosen,
  composerDriver,
  conversation,
  list,
  press,
  rows,
} from '../../../testing/render-composer.tsx'

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { openComposer, type } = composerDriver(pass)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const folder = '/home/ada/code/gatehouse'
const entry = (path: string, change: Partial<WorkspaceEntry> = {}): WorkspaceEntry => ({
  folder,
  path,
  kind: 'file',
  bytes: 2048,
  isHidden: false,
  isSecret: false,
  ...change,
})
const found: FoundEntries = {
  entries: [
    entry('src/login.ts'),
    entry('.env', { isHidden: true, isSecret: true }),
    entry('src', { kind: 'folder', bytes: undefined }),
    entry('a\u202Eb.md'),
  ],
  complete: false,
}

async function open(workspaceId: string | null = 'workspace-0') {
  const drawn = await openComposer({
    servers: [],
    chat: { workspaceId },
    handlers: {
      'chat.find-entries': () => found,
      'chat.attach-entry': () => ({ id: 'e' }) as Attachment,
    },
  })
  await pass(200)
  return drawn
}

it('lists files and folders of the workspace, says which may hold secrets and what is only named', async () => {
  await open()
  await type('See @')
  await pass(200)
  const [file, secret, names, hidden] = rows()
  expect(file).toMatch(/login\.ts.*gatehouse\/src\/login\.ts.*2/)
  expect(secret).toContain('may hold secrets')
  expect(names).toMatch(/^src\/.*names only/)
  expect(hidden).not.toContain('\u202E')
  expect(screen.getByText(/Not all files are listed/)).toBeDefined()
})

it('attaches by its place what was chosen by the keyboard, and asks anew as one types', async () => {
  const { asked } = await open()
  for (const text of ['See @', 'See @lo', 'See @log']) {
    await type(text)
    await pass(200)
  }
  expect(asked('chat.find-entries')).toEqual([
    { id: conversation.id, query: '' },
    { id: conversation.id, query: 'lo' },
    { id: conversation.id, query: 'log' },
  ])
  press('ArrowDown')
  await pass()
  expect(chosen()).toContain('.env')
  press('Enter')
  await pass(50)
  expect(asked('chat.attach-entry')).toEqual([{ id: conversation.id, folder, path: '.env' }])
  expect(area().value).toBe('See ')
  expect(list()).toBeNull()
})

it('reads no names for a chat in no workspace, nor behind a slash', async () => {
  const { asked } = await open(null)
  await type('@')
  await pass(200)
  expect(list()).not.toBeNull()
  expect(asked('chat.find-entries')).toEqual([])
  cleanup()
  const again = await open()
  await type('/')
  await pass(200)
  expect(list()).not.toBeNull()
  expect(again.asked('chat.find-entries')).toEqual([])
})

it('attaches no row for fewer letters while what fits all of them is on its way', async () => {
  let arrive = (_found: FoundEntries): void => undefined
  const { asked } = await openComposer({
    servers: [],
    chat: { workspaceId: 'workspace-0' },
    handlers: {
      'chat.find-entries': ({ query }) =>
        query === 'notes'
          ? new Promise<FoundEntries>((resolve) => void (arrive = resolve))
          : { entries: [entry('.env', { isSecret: true })], complete: true },
      'chat.attach-entry': () => ({ id: 'e' }) as Attachment,
    },
  })
  await pass(200)
  await type('@')
  await type('@n')
  await pass(200)
  expect(chosen()).toContain('.env')
  await type('@notes')
  press('Enter')
  await pass(200)
  press('Enter')
  press('Tab')
  await pass(50)
  expect(list()).not.toBeNull()
  expect(asked('chat.attach-entry')).toEqual([])
  expect(asked('chat.send')).toEqual([])
  arrive({ entries: [entry('notes.md')], complete: true })
  await pass(50)
  press('Enter')
  await pass(50)
  expect(asked('chat.attach-entry')).toEqual([{ id: conversation.id, folder, path: 'notes.md' }])
})

it('attaches the row that was chosen while more was on its way, if that row is still the one that fits', async () => {
  let arrive = (_found: FoundEntries): void => undefined
  const plan = entry('harbour-plan.md')
  const { asked } = await openComposer({
    servers: [],
    chat: { workspaceId: 'workspace-0' },
    handlers: {
      'chat.find-entries': ({ query }) =>
        query === 'harb'
          ? new Promise<FoundEntries>((resolve) => void (arrive = resolve))
          : { entries: [plan], complete: true },
      'chat.attach-entry': () => ({ id: 'e' }) as Attachment,
    },
  })
  await pass(200)
  await type('@')
  await type('@ha')
  await pass(200)
  expect(chosen()).toContain('harbour-plan.md')
  await type('@harb')
  press('Enter')
  await pass(200)
  expect(asked('chat.attach-entry')).toEqual([])
  arrive({ entries: [plan, entry('harbour.txt')], complete: true })
  await pass(50)
  expect(asked('chat.attach-entry')).toEqual([
    { id: conversation.id, folder, path: 'harbour-plan.md' },
  ])
})
