import { proves } from '@gatehouse/testkit/proves'
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useTypedAhead, type TypedAhead } from './typed-ahead.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Field({ typed }: { typed: TypedAhead }) {
  useLayoutEffect(() => typed.release(), [typed])
  return <input aria-label="Field" />
}

/** A message that is written while a field was asked for. */
function ask({ isThere = false } = {}) {
  const onEscape = vi.fn<() => void>()
  const reached = vi.fn<(key: string) => void>()
  const seen = { typed: undefined as TypedAhead | undefined }
  function Shell({ awaited }: { awaited?: string | undefined }) {
    const typed = useTypedAhead(awaited, onEscape)
    useLayoutEffect(() => void (seen.typed = typed), [typed])
    return (
      <>
        <textarea aria-label="Message" onKeyDown={({ key }) => reached(key)} />
        <div role="dialog">
          <button type="button">Retry</button>
        </div>
        {awaited !== undefined && isThere && <Field typed={typed} />}
      </>
    )
  }
  const shell = render(<Shell awaited="field" />)
  const area = screen.getByRole('textbox', { name: 'Message' })
  return {
    area,
    onEscape,
    /** Presses a key; returns true if the message gets it. */
    press: (key: string, held: object = {}) => {
      reached.mockClear()
      return fireEvent.keyDown(area, { key, ...held }) && reached.mock.calls.length === 1
    },
    text: () => seen.typed?.text(),
    release: () => seen.typed?.release(),
    give: (awaited: string | undefined) => shell.rerender(<Shell awaited={awaited} />),
  }
}

it('what is typed before a field is there is kept for it, and none of it reaches the message', () => {
  const { press, text } = ask()
  const keys = ['m', 'o', '好', 'x', '😀', 'Backspace', 'Backspace', 'ArrowUp', 'Enter']
  expect(keys.filter((key) => press(key))).toEqual([])
  expect(press('Enter', { ctrlKey: true })).toBe(false)
  expect(text()).toBe('mo好')
  proves('window.presses.awaited')
})

it('what is pasted is kept too, and nothing else changes the message', () => {
  const { area, text } = ask()
  const clipboardData = { getData: () => 'pasted' }
  expect(fireEvent.paste(area, { clipboardData })).toBe(false)
  const change = createEvent('beforeinput', area, { bubbles: true, cancelable: true })
  expect(fireEvent(area, change)).toBe(false)
  expect(text()).toBe('pasted')
})

it('a field that is there at once has its keys, and the next one begins empty', () => {
  const { press, give, text } = ask({ isThere: true })
  expect(press('a')).toBe(true)
  give(undefined)
  give('field')
  expect(press('b')).toBe(true)
  expect(text()).toBe('')
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

it.each<[string, (asked: ReturnType<typeof ask>) => void]>([
  ['it has the focus', ({ release }) => release()],
  ['a dialog has the focus', () => screen.getByRole('button').focus()],
  ['the person points elsewhere', ({ area }) => fireEvent.pointerDown(area)],
  ['the person goes elsewhere', ({ press }) => press('Tab')],
  ['it is awaited no more', ({ give }) => give(undefined)],
  ['it does not come', () => vi.advanceTimersByTime(5000)],
])('keys are the window’s again once %s', (_when, end) => {
  vi.useFakeTimers()
  const asked = ask()
  expect(asked.press('a')).toBe(false)
  end(asked)
  expect(asked.press('b')).toBe(true)
})

it('what was typed for one field is not for the next', () => {
  const { press, text, give } = ask()
  press('a')
  give(undefined)
  expect(text()).toBe('')
  give('field')
  press('b')
  give('another')
  expect(text()).toBe('')
  expect(press('c')).toBe(false)
  expect(text()).toBe('c')
})
