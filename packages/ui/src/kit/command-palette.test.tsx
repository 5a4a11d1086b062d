import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CommandPalette } from './command-palette.tsx'
import { KitProvider } from './kit-provider.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(open: boolean) {
  return (
    <KitProvider>
      <textarea aria-label="Message" />
      <CommandPalette
        open={open}
        onOpenChange={() => undefined}
        label="All"
        placeholder=""
        groups={[]}
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
})
