import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useTypedAhead, type TypedAhead } from './typed-ahead.ts'

afterEach(cleanup)

/** A message that is written while a field was asked for that is not there yet. */
function ask() {
  const onEscape = vi.fn<() => void>()
  const reached = vi.fn<(key: string) => void>()
  const seen: { typed?: TypedAhead } = {}
  function Shell({ isAwaited = true }: { isAwaited?: boolean }) {
    seen.typed = useTypedAhead(isAwaited, onEscape)
    return <textarea onKeyDown={({ key }) => reached(key)} />
  }
  const shell = render(<Shell />)
  const area = screen.getByRole('textbox')
  return {
    area,
    onEscape,
    /** Whether the message gets the key. */
    press: (key: string, held: object = {}) => {
      reached.mockClear()
      return fireEvent.keyDown(area, { key, ...held }) && reached.mock.calls.length === 1
    },
    text: () => seen.typed?.text(),
    release: () => seen.typed?.release(),
    give: (isAwaited: boolean) => shell.rerender(<Shell isAwaited={isAwaited} />),
  }
}

it('what is typed before a field is there is kept for it, and none of it reaches the message', () => {
  const { press, text } = ask()
  const keys = ['m', 'o', '好', 'x', '😀', 'Backspace', 'Backspace', 'ArrowUp', 'Tab', 'Enter']
  expect(keys.filter((key) => press(key))).toEqual([])
  expect(press('Enter', { ctrlKey: true })).toBe(false)
  expect(text()).toBe('mo好')
})

it('shortcuts and what an input method works on are left to the window', () => {
  const { press, text } = ask()
  expect(press('k', { ctrlKey: true })).toBe(true)
  expect(press('Process', { keyCode: 229 })).toBe(true)
  expect(text()).toBe('')
})

it('Escape calls the field off', () => {
  const { press, onEscape } = ask()
  expect(press('Escape')).toBe(false)
  expect(onEscape).toHaveBeenCalledTimes(1)
})

it('keys are the window’s again once the field has the focus, is gone, or the person points elsewhere', () => {
  const { area, press, text, release, give } = ask()
  press('a')
  release()
  expect(press('b')).toBe(true)
  give(false)
  give(true)
  expect(text()).toBe('')
  expect(press('c')).toBe(false)
  fireEvent.pointerDown(area)
  expect(press('d')).toBe(true)
  give(false)
  give(true)
  give(false)
  expect(press('e')).toBe(true)
})
