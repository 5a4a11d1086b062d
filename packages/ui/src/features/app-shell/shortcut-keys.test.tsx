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
