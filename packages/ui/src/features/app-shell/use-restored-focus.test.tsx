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

it('the focus of what goes is given to the element that its part names, also by way of a dialog', async () => {
  const Cards = () => {
    useRestoredFocus()
    const [step, setStep] = useState('card')
    return (
      <>
        <main tabIndex={-1}>
          {step !== 'done' && (
            <section data-next-focus="[data-composer]">
              <button onClick={() => setStep('dialog')}>Connect</button>
            </section>
          )}
          <textarea data-composer aria-label="Message" />
        </main>
        {step === 'dialog' && <button onClick={() => setStep('done')}>Save</button>}
      </>
    )
  }
  render(<Cards />)
  for (const name of ['Connect', 'Save']) {
    act(() => screen.getByText(name).focus())
    await act(async () => {
      screen.getByText(name).click()
      await new Promise((resolve) => setTimeout(resolve, 10))
    })
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Message'))
})
