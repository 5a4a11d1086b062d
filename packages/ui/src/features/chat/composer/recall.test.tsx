import type { TranscriptTurn, UserMessage } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { area, composerDriver, conversation, press } from '../../../testing/render-composer.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'

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

/** Of a text in capitals the file of the chat is the source. */
const turnOf = (text: string): TranscriptTurn => {
  const source = text === text.toUpperCase() ? { imported: 'theirs.jsonl' } : {}
  const message: UserMessage = {
    kind: 'user-message',
    id: `m ${text}`,
    text,
    createdAt: 1,
    ...source,
  }
  return shownTurn([message], { id: `t ${text}` })
}

/** A chat whose pages have two messages each, the oldest first. */
async function openChat(texts: readonly string[]) {
  const page = (end: number) => {
    const from = Math.max(0, end - 2)
    const turns = texts.slice(from, end).map(turnOf)
    return { turns, hasBefore: from > 0, hasAfter: end < texts.length }
  }
  return openComposer({
    handlers: {
      'chat.get': () => ({
        ...page(texts.length),
        conversation,
        attachments: [],
        isRunning: false,
      }),
      'chat.page': ({ anchor }) => page(texts.findIndex((text) => anchor.turnId === `t ${text}`)),
    },
  })
}

async function go(key: 'ArrowUp' | 'ArrowDown', init = {}): Promise<string> {
  press(key, init)
  await pass()
  return area().value
}

it('arrow up walks back over all that was sent in the chat, and arrow down forward to the empty field', async () => {
  const { store } = await openChat(['one', 'two', 'two', 'three', 'four'])
  area().focus()
  expect(await go('ArrowUp')).toBe('four')
  expect(store.getState().announcement).toBe('Earlier message 1: four')
  expect(await go('ArrowUp')).toBe('three')
  expect(await go('ArrowUp')).toBe('two')
  expect(store.getState().announcement).toBe('Earlier message 3: two')
  expect(await go('ArrowUp')).toBe('one')
  expect(await go('ArrowUp')).toBe('one')
  expect(store.getState().announcement).toBe('No earlier message')
  proves('chat.recall.back')
  expect(await go('ArrowDown')).toBe('two')
  expect(await go('ArrowDown')).toBe('three')
  expect(await go('ArrowDown')).toBe('four')
  expect(await go('ArrowDown')).toBe('')
  expect(store.getState().announcement).toBe('Message field empty again')
  expect(await go('ArrowDown')).toBe('')
  proves('chat.recall.forward')
})

/** @threat chatfiles.passed-off */
it('a message of the file of the chat comes back as words of that file, and the person’s own as theirs', async () => {
  const { asked } = await openChat(['one', 'TWO', 'three'])
  area().focus()
  const { id } = conversation
  expect(await go('ArrowUp')).toBe('three')
  expect(asked('chat.save-draft')).toEqual([])
  expect(await go('ArrowUp')).toBe('TWO')
  // At once: the next key may send it.
  expect(asked('chat.save-draft')).toEqual([{ id, draft: 'TWO', fromFile: true }])
  expect(await go('ArrowUp')).toBe('one')
  expect(asked('chat.save-draft').slice(1)).toEqual([
    { id, draft: '' },
    { id, draft: 'one' },
  ])
  proves('chat.file-format.recalled')
})

it('what is typed, or changed of what came back, is a draft that the arrows leave alone', async () => {
  await openChat(['one', 'two'])
  await type('Something')
  expect(await go('ArrowUp')).toBe('Something')
  await type('')
  expect(await go('ArrowUp')).toBe('two')
  await type('two and more')
  expect(await go('ArrowUp')).toBe('two and more')
  expect(await go('ArrowDown')).toBe('two and more')
  await type('')
  for (const held of [
    { shiftKey: true },
    { altKey: true },
    { isComposing: true },
    { keyCode: 229 },
  ])
    expect(await go('ArrowUp', held)).toBe('')
  proves('chat.recall.draft')
})

it('in a message of several lines the arrows move the caret, and walk on from its first and last', async () => {
  await openChat(['one', 'first\nsecond\nthird'])
  area().focus()
  const whole = 'first\nsecond\nthird'
  expect(await go('ArrowUp')).toBe(whole)
  area().setSelectionRange(8, 8)
  expect(await go('ArrowUp')).toBe(whole)
  expect(await go('ArrowDown')).toBe(whole)
  area().setSelectionRange(0, 3)
  expect(await go('ArrowUp')).toBe(whole)
  area().setSelectionRange(2, 2)
  expect(await go('ArrowDown')).toBe(whole)
  expect(await go('ArrowUp')).toBe('one')
  expect(await go('ArrowDown')).toBe(whole)
  expect(await go('ArrowDown')).toBe('')
})

it('a page that comes once something was typed puts nothing in', async () => {
  let give: () => void = () => undefined
  await openComposer({
    handlers: {
      'chat.get': () =>
        new Promise((resolve) => {
          give = () =>
            resolve({
              turns: [turnOf('late')],
              hasBefore: false,
              hasAfter: false,
              conversation,
              attachments: [],
              isRunning: false,
            })
        }),
    },
  })
  area().focus()
  press('ArrowUp')
  await pass()
  await type('mine')
  give()
  await pass()
  expect(area().value).toBe('mine')
  expect(screen.getByTestId('composer')).toBe(document.activeElement)
})
