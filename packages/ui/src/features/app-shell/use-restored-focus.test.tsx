import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useRestoredFocus } from './use-restored-focus.ts'

afterEach(cleanup)

function Window() {
  useRestoredFocus()
  const [there, setThere] = useState(true)
  return (
    <main tabIndex={-1}>
      {there && <button onClick={() => setThere(false)}>Dismiss</button>}
      <button>Other</button>
    </main>
  )
}

it('the focus of what goes stays in its part of the window', async () => {
  render(<Window />)
  const button = screen.getByText('Dismiss')
  act(() => button.focus())
  await act(async () => {
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('the focus is not taken from what has it', async () => {
  render(<Window />)
  act(() => screen.getByText('Other').focus())
  await act(async () => {
    screen.getByText('Dismiss').click()
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
  expect(document.activeElement).toBe(screen.getByText('Other'))
})
