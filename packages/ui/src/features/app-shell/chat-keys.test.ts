import type { Conversation } from '@gatehouse/domain'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { neighbourOf, pressInChat } from './chat-keys.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
})
afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

function add(act: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.dataset['act'] = act
  button.addEventListener('click', onClick)
  document.body.append(button)
  return button
}

it('presses the control of the last answer, once it is scrolled to', () => {
  const pressed: string[] = []
  add('latest', () => {
    pressed.push('latest')
    add('copy-answer', () => pressed.push('copy-answer'))
  })
  pressInChat('copy-answer')
  vi.advanceTimersByTime(100)
  expect(pressed).toEqual(['latest', 'copy-answer'])
})

it('presses nothing that is disabled, absent or under a dialog', () => {
  const pressed: string[] = []
  const regenerate = add('regenerate', () => pressed.push('regenerate'))
  regenerate.disabled = true
  pressInChat('regenerate')
  pressInChat('model')
  vi.advanceTimersByTime(3000)
  regenerate.disabled = false
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  pressInChat('regenerate')
  vi.advanceTimersByTime(3000)
  expect(pressed).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

it('goes through chats in the order of the list, and stops at its ends', () => {
  const chat = (id: string, more: Partial<Conversation> = {}): Conversation => ({
    id,
    title: id,
    titled: false,
    model: null,
    serverIds: null,
    workspaceId: null,
    draft: '',
    createdAt: 1,
    updatedAt: 1,
    ...more,
  })
  const chats = [
    chat('new'),
    chat('away', { archivedAt: 1 }),
    chat('pinned', { pinnedAt: 1 }),
    chat('old'),
  ]
  const walk = (id: string | null, step: 1 | -1) => neighbourOf(id, step, chats)?.id
  expect([walk('pinned', 1), walk('new', 1), walk('old', 1)]).toEqual(['new', 'old', undefined])
  expect([walk('old', -1), walk('pinned', -1), walk(null, 1)]).toEqual(['new', undefined, 'pinned'])
})
