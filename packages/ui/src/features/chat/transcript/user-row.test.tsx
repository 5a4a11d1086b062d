import type { Attachment } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { UserRow } from './user-row.tsx'

const message = { kind: 'user-message' as const, id: 'u1', text: 'Why is it slow?', createdAt: 1 }
const turn = shownTurn([message], {
  id: 't2',
  versions: { position: 2, count: 3, previousId: 't1', nextId: 't3' },
})

function show(change: Partial<Parameters<typeof UserRow>[0]> = {}) {
  const bridge = createSampleBridge({
    handlers: {
      'chat.edit': () => ({ turnId: 't4' }),
      'chat.pin': () => ({}) as never,
      'chat.fork': () => ({ ...sampleConversations[0]!, id: 'forked' }),
    },
  })
  const store = createUiStore()
  const row = () => (
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <UserRow message={message} turn={turn} busy={false} {...change} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>
  )
  const view = render(row())
  const asked = (route: string) =>
    bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
  return { view, row, asked, store }
}

const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')

afterEach(cleanup)

it('other words are sent for the turn they were written in, and only once they are other words', async () => {
  const { asked } = show()
  await press('Edit message')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(asked('chat.edit')).toEqual([])
  fireEvent.change(field(), { target: { value: 'Why is it so slow?' } })
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }))
  expect(asked('chat.edit')).toEqual([{ id: 'c1', turnId: 't2', text: 'Why is it so slow?' }])
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('what is half rewritten is there again when the row is drawn again, and Escape gives it up', async () => {
  const { view, row } = show()
  await press('Edit message')
  fireEvent.change(field(), { target: { value: 'Half a' } })
  view.rerender(<div />)
  view.rerender(row())
  expect(field().value).toBe('Half a')
  fireEvent.keyDown(field(), { key: 'Escape' })
  expect(screen.getByText('Why is it slow?')).toBeTruthy()
})

it('an Enter that belongs to an input method sends nothing', async () => {
  const { asked } = show()
  await press('Edit message')
  fireEvent.change(field(), { target: { value: '为什么' } })
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter', isComposing: true }))
  expect(asked('chat.edit')).toEqual([])
})

it('leads to the versions on both sides and says which one is shown', async () => {
  const { asked } = show()
  expect(screen.getByLabelText('Version 2 of 3').textContent).toBe('2 / 3')
  await press('Previous version')
  await press('Next version')
  expect(asked('chat.show-version')).toEqual([
    { id: 'c1', turnId: 't1' },
    { id: 'c1', turnId: 't3' },
  ])
})

it('nothing is switched or sent while an answer is under way', async () => {
  show({ busy: true })
  for (const name of ['Previous version', 'Next version', 'Edit message'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
})

it('a message that is the only one of its place has no versions to switch', () => {
  const { versions: _versions, ...only } = turn
  show({ turn: only })
  expect(screen.queryByTestId('versions')).toBeNull()
})

/** @threat unseen.draft */
it('what a message holds unseen is shown below its editor, and one press takes it out', async () => {
  const unseen = { ...message, text: 'Why\u200B is it\u{E0041} slow?' }
  const { asked } = show({ message: unseen })
  await press('Edit message')
  expect(screen.getByTestId('hidden-in-draft').textContent).toContain('2 invisible characters')
  await press('Remove invisible characters')
  expect(screen.queryByTestId('hidden-in-draft')).toBeNull()
  await press('Send')
  expect(asked('chat.edit')).toMatchObject([{ text: 'Why is it slow?' }])
})

it('an attachment that was removed stays removed when the row is drawn again, and comes back once editing is cancelled', async () => {
  const attached = (id: string): Attachment => ({
    kind: 'resource',
    id,
    bytes: 1,
    tokens: 1,
    serverId: 's',
    serverName: 's',
    serverHue: 1,
    uri: `file:///${id}`,
    name: id,
    contents: [],
  })
  const attachments = [attached('one'), attached('two')]
  const { view, row, asked } = show({ message: { ...message, attachments } })
  await press('Edit message')
  const remove = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^Remove / })
  remove()[0]?.focus()
  await act(async () => fireEvent.click(remove()[0]!))
  expect(remove()).toHaveLength(1)
  expect(document.activeElement).toBe(remove()[0])
  view.rerender(<div />)
  view.rerender(row())
  expect(remove()).toHaveLength(1)
  await press('Send')
  expect(asked('chat.edit')).toMatchObject([{ attachmentIds: ['two'] }])
  await press('Edit message')
  expect(remove()).toHaveLength(2)
  for (const _each of attachments) {
    remove()[0]?.focus()
    await act(async () => fireEvent.click(remove()[0]!))
  }
  expect(document.activeElement).toBe(field())
})

const openMenu = () => press('More actions')
const choose = async (name: string, role = 'menuitem') => {
  const item = await screen.findByRole(role, { name })
  await act(async () => fireEvent.click(item))
}

it('a message is pinned in its menu, also while an answer is under way, and unpinned by its mark', async () => {
  const { asked, view } = show({ busy: true })
  expect(screen.queryByRole('button', { name: 'Keep in context' })).toBeNull()
  await openMenu()
  await choose('Keep in context', 'menuitemcheckbox')
  view.unmount()
  const pinned = show({ isPinned: true })
  const mark = screen.getByRole('button', { name: 'Keep in context' })
  expect(mark.getAttribute('aria-pressed')).toBe('true')
  await act(async () => fireEvent.click(mark))
  const place = { id: 'c1', turnId: 't2' }
  expect([...asked('chat.pin'), ...pinned.asked('chat.pin')]).toEqual([
    { ...place, isPinned: true },
    { ...place, isPinned: false },
  ])
})

it('a fork goes to the new chat and says what comes along', async () => {
  const { asked, store } = show()
  await openMenu()
  await choose('Fork to a new chat')
  expect(asked('chat.fork')).toEqual([{ id: 'c1', turnId: 't2' }])
  expect(store.getState().conversationId).toBe('forked')
  expect(await screen.findByText('Forked to a new chat')).toBeTruthy()
  expect(screen.getByText(/Permissions and the approval mode of the first chat/)).toBeTruthy()
  proves('chat.fork.chosen')
})

it('a turn that runs is not forked', async () => {
  show({ turn: { ...turn, status: 'running' } })
  await openMenu()
  const fork = await screen.findByRole('menuitem', { name: 'Fork to a new chat' })
  expect(fork.getAttribute('aria-disabled')).toBe('true')
})
