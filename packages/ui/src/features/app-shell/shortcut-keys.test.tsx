import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useShortcutKeys, type Shortcuts } from './shortcut-keys.ts'

afterEach(cleanup)

function Frame({ shortcuts }: { shortcuts: Shortcuts }) {
  useShortcutKeys(shortcuts)
  return null
}

it('does what a key is for once, however long it is held, and keeps the key to itself meanwhile', () => {
  const run = vi.fn<() => void>()
  render(<Frame shortcuts={{ 'Mod+Shift+N': run }} />)
  const key = { key: 'N', ctrlKey: true, shiftKey: true }
  expect(fireEvent.keyDown(document.body, key)).toBe(false)
  expect(fireEvent.keyDown(document.body, { ...key, repeat: true })).toBe(false)
  expect(run).toHaveBeenCalledOnce()
  expect(fireEvent.keyDown(document.body, { ...key, key: 'X', repeat: true })).toBe(true)
  proves('window.presses.held')
})

it('a question mark in an empty message field is a shortcut, and text once something is written', () => {
  const show = vi.fn<() => void>()
  const view = render(
    <>
      <Frame shortcuts={{ '?': show }} />
      <textarea data-composer aria-label="Message" defaultValue="" />
      <input aria-label="Search" />
    </>,
  )
  const [message, search] = view.getAllByRole('textbox')
  const press = (target: Element | undefined, more = {}) =>
    fireEvent.keyDown(target ?? document.body, { key: '?', shiftKey: true, ...more })
  expect(press(search)).toBe(true)
  expect(press(message, { isComposing: true })).toBe(true)
  expect(press(message)).toBe(false)
  fireEvent.input(message ?? document.body, { target: { value: 'Why' } })
  expect(press(message)).toBe(true)
  expect(show).toHaveBeenCalledOnce()
})
