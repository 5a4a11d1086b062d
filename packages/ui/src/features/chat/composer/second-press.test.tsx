import type { Attachment } from '@gatehouse/domain'
import type { WorkspaceEntry } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { COMPOSER } from '../../../lib/chats/ask-target.ts'
import { watchPresses } from '../../../lib/keys/last-press.ts'
import { area, composerDriver, form, list, press } from '../../../testing/render-composer.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { UserRow } from '../transcript/user-row.tsx'

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { fill, openComposer, type } = composerDriver(pass)

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  stop = watchPresses()
})
afterEach(() => {
  cleanup()
  stop()
  vi.useRealTimers()
})

const draft = { chat: { draft: 'Half a' } }

/** A button that gives the focus to the composer, as one does that goes away with what it did. */
const button = (
  <button
    type="button"
    onClick={() => document.querySelector<HTMLElement>(COMPOSER)?.focus({ preventScroll: true })}
  >
    Use
  </button>
)

/** As the browser does: the key, then what it does. */
function pressButton(): void {
  const use = screen.getByRole('button', { name: 'Use' })
  use.focus()
  press('Enter')
  fireEvent.click(use)
  expect(document.activeElement).toBe(area())
}

it('what is half written is not sent by a second Enter on a button that hands the focus on, and is a moment later', async () => {
  const { asked } = await openComposer({ ...draft, above: button })
  pressButton()
  await pass(250)
  expect(press('Enter')).toBe(false)
  await pass()
  expect(asked('chat.send')).toEqual([])
  expect(area().value).toBe('Half a')
  await pass(100)
  press('Enter')
  await pass()
  expect(asked('chat.send')).toHaveLength(1)
})

it('Enter sends at once what was written on, or gone to, after the focus was handed on', async () => {
  for (const goOn of [
    () => type('Half a thought'),
    async () => press('End'),
    async () => fireEvent.pointerDown(area()),
  ]) {
    const { asked } = await openComposer({ ...draft, above: button })
    pressButton()
    await goOn()
    press('Enter')
    await pass()
    expect(asked('chat.send')).toHaveLength(1)
    cleanup()
  }
})

it('Enter sends at once where another key or the pointer brought the focus', async () => {
  for (const bring of [
    () => fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true }),
    () => fireEvent.pointerDown(document.body),
  ]) {
    const { asked } = await openComposer({ ...draft, above: button })
    screen.getByRole('button', { name: 'Use' }).focus()
    press('Enter')
    bring()
    area().focus()
    press('Enter')
    await pass()
    expect(asked('chat.send')).toHaveLength(1)
    cleanup()
  }
})

it('Ctrl between two presses of Ctrl+Enter makes the second no other key', async () => {
  const { asked } = await openComposer({ ...draft, above: button })
  screen.getByRole('button', { name: 'Use' }).focus()
  press('Enter', { ctrlKey: true })
  press('Control')
  area().focus()
  press('Control')
  press('Enter', { ctrlKey: true })
  await pass()
  expect(asked('chat.send')).toEqual([])
})

it('a second Enter on a message that is edited sends nothing else', async () => {
  const message = { kind: 'user-message' as const, id: 'u1', text: 'Why?', createdAt: 1 }
  const { asked } = await openComposer({
    ...draft,
    above: <UserRow message={message} turn={shownTurn([message])} busy={false} />,
    handlers: {
      'chat.edit': () => new Promise((done) => setTimeout(() => done({ turnId: 't2' }), 800)),
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Edit message' }))
  const field = screen.getByRole('textbox', { name: 'Edit your message' })
  fireEvent.change(field, { target: { value: 'Why so?' } })
  press('Enter')
  await pass(850)
  expect(document.activeElement).toBe(area())
  press('Enter')
  await pass()
  expect(asked('chat.edit')).toHaveLength(1)
  expect(asked('chat.send')).toEqual([])
  proves('window.presses.second')
})

it('a second Enter in the form of a prompt sends nothing', async () => {
  const { asked } = await openComposer()
  await type('Now /')
  await type('Now /gre')
  press('Enter')
  await pass()
  await fill('team', 'music')
  await fill('person', 'Clara')
  press('Enter')
  fireEvent.submit(form()!)
  await pass()
  expect(asked('chat.attach-prompt')).toHaveLength(1)
  expect(area().value).toBe('Now ')
  press('Enter')
  await pass()
  expect(asked('chat.send')).toEqual([])
})

it('an item that was chosen at once is sent by the next Enter', async () => {
  const { asked } = await openComposer()
  await type('Now /')
  await type('Now /dai')
  press('Enter')
  await pass()
  expect(list()).toBeNull()
  press('Enter')
  await pass()
  expect(asked('chat.send')).toHaveLength(1)
})

it('a second Enter on an item that was still on its way sends nothing', async () => {
  const entry: WorkspaceEntry = {
    folder: '/home/ada/code/gatehouse',
    path: 'src/login.ts',
    kind: 'file',
    bytes: 2048,
    isHidden: false,
    isSecret: false,
  }
  const { asked } = await openComposer({
    servers: [],
    chat: { workspaceId: 'workspace-0' },
    handlers: {
      'chat.find-entries': () =>
        new Promise((done) => setTimeout(() => done({ entries: [entry], complete: true }), 400)),
      'chat.attach-entry': () => ({ id: 'e' }) as Attachment,
    },
  })
  await type('See @')
  await pass(1000)
  await type('See @lo')
  press('Enter')
  expect(asked('chat.attach-entry')).toEqual([])
  for (let waited = 0; waited < 1000 && list(); waited += 10) await pass(10)
  expect(asked('chat.attach-entry')).toHaveLength(1)
  expect(area().value).toBe('See ')
  press('Enter')
  await pass()
  expect(asked('chat.send')).toEqual([])
})
