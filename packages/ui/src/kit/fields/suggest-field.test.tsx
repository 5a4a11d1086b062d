import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../kit-provider.tsx'
import { SuggestField } from './suggest-field.tsx'

afterEach(cleanup)

async function openField() {
  const change = vi.fn<(value: string) => void>()
  render(
    <KitProvider>
      <SuggestField label="team" value="m" onValueChange={change} suggestions={['math', 'music']} />
    </KitProvider>,
  )
  const input = screen.getByRole('combobox', { name: 'team' })
  await act(async () => input.focus())
  await act(async () =>
    fireEvent.input(input, { target: { value: 'mu' }, inputType: 'insertText' }),
  )
  change.mockClear()
  return { input, change }
}

const music = () =>
  screen.getAllByRole('option').find(({ textContent }) => textContent === 'music')!

it('Tab takes the suggestion that was gone to with the arrow keys', async () => {
  const { input, change } = await openField()
  await act(async () => fireEvent.keyDown(input, { key: 'ArrowDown' }))
  const active = screen
    .getAllByRole('option')
    .find(({ id }) => id === input.getAttribute('aria-activedescendant'))
  expect(active).toBeTruthy()
  await act(async () => fireEvent.keyDown(input, { key: 'Tab' }))
  expect(change.mock.calls).toEqual([[active?.textContent]])
})

it('neither Tab nor Enter takes a suggestion that the pointer rests on; a press takes it', async () => {
  for (const key of ['Tab', 'Enter']) {
    const { input, change } = await openField()
    const option = music()
    await act(async () => fireEvent.pointerMove(option, { pointerType: 'mouse' }))
    await act(async () =>
      fireEvent.mouseMove(option, { movementX: 1, movementY: 1, clientX: 3, clientY: 3 }),
    )
    await act(async () => fireEvent.keyDown(input, { key }))
    expect(change).not.toHaveBeenCalled()
    cleanup()
  }
  const { change } = await openField()
  const option = music()
  await act(async () => {
    fireEvent.pointerDown(option, { pointerType: 'mouse' })
    fireEvent.mouseDown(option)
    fireEvent.mouseUp(option)
    fireEvent.click(option)
  })
  expect(change.mock.calls).toEqual([['music']])
})
