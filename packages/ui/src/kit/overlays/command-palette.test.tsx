import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CommandPalette } from './command-palette.tsx'
import { KitProvider } from '../kit-provider.tsx'
import type { PaletteItem } from './palette-items.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(open: boolean, items: readonly PaletteItem[] = []) {
  return (
    <KitProvider>
      <textarea aria-label="Message" />
      <CommandPalette
        open={open}
        onOpenChange={() => undefined}
        label="All"
        placeholder=""
        groups={[{ label: 'Doing', items }]}
      />
    </KitProvider>
  )
}

it('has the focus before the next frame, and gives it back when it is closed', async () => {
  const { rerender } = render(show(false))
  const message = screen.getByRole('textbox', { name: 'Message' })
  message.focus()
  vi.stubGlobal('requestAnimationFrame', () => 0)
  rerender(show(true))
  // Nothing but what was to be done before the next event.
  await Promise.resolve()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'All' }))
  vi.unstubAllGlobals()
  rerender(show(false))
  await waitFor(() => expect(document.activeElement).toBe(message))
  proves('window.presses.awaited')
})

/** Open, with one item; its closing is never over. */
function openWithItem() {
  const onSelect = vi.fn<() => void>()
  const items = [{ id: 'new', label: 'New chat', onSelect }]
  const { rerender } = render(show(true, items))
  const field = screen.getByRole('combobox', { name: 'All' })
  const promise = new Promise<Animation>(() => undefined)
  screen.getByRole('dialog').getAnimations = () => [{ finished: promise } as unknown as Animation]
  return { field, onSelect, close: () => rerender(show(false, items)) }
}

it('does what is chosen once, however fast Enter is pressed again', () => {
  const { field, onSelect } = openWithItem()
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSelect).toHaveBeenCalledOnce()
})

it('takes no key while its closing is drawn, and lets it fall to nothing else', () => {
  const { field, onSelect, close } = openWithItem()
  close()
  expect(field.isConnected).toBe(true)
  const onWindow = vi.fn<(event: KeyboardEvent) => void>()
  window.addEventListener('keydown', onWindow)
  try {
    // `false`: what the key does by itself is prevented.
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
    expect(fireEvent.keyDown(field, { key: 'a' })).toBe(false)
    expect(onWindow).not.toHaveBeenCalled()
    expect(fireEvent.keyDown(field, { key: 'k', ctrlKey: true })).toBe(true)
    expect(onWindow).toHaveBeenCalledOnce()
  } finally {
    window.removeEventListener('keydown', onWindow)
  }
  expect(onSelect).not.toHaveBeenCalled()
  proves('window.presses.closing')
})
