import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider, Switch } from '../../kit/index.ts'
import { ignoreHeldPresses } from './held-press.ts'

let stop: () => void
beforeEach(() => {
  stop = ignoreHeldPresses()
})
afterEach(() => {
  stop()
  cleanup()
})

/** True if the page, or the browser, may still act on the key. */
function counts(element: Element, key: string, repeat: boolean): boolean {
  return fireEvent.keyDown(element, { key, repeat })
}

it('lets a key that is held press a button once', () => {
  render(
    <>
      <button type="button">Revoke</button>
      <details>
        <summary>More</summary>
      </details>
      <div role="menuitem" tabIndex={-1}>
        Remove
      </div>
    </>,
  )
  for (const text of ['Revoke', 'More', 'Remove']) {
    const element = screen.getByText(text)
    for (const key of ['Enter', ' ']) {
      expect(counts(element, key, false)).toBe(true)
      expect(counts(element, key, true)).toBe(false)
    }
    expect(counts(element, 'ArrowDown', true)).toBe(true)
  }
  proves('window.presses.held')
})

it('opens a link once, and turns page after page with Space', () => {
  render(<a href="#there">There</a>)
  const link = screen.getByText('There')
  expect(counts(link, 'Enter', false)).toBe(true)
  expect(counts(link, 'Enter', true)).toBe(false)
  expect(counts(link, ' ', true)).toBe(true)
})

it('leaves a held key to the field that it is typed into', () => {
  render(
    <>
      <textarea aria-label="Message" />
      <input aria-label="Name" />
      <div role="option" aria-selected tabIndex={-1}>
        One
      </div>
    </>,
  )
  const fields = [...screen.getAllByRole('textbox'), screen.getByRole('option')]
  for (const field of fields)
    for (const key of ['Enter', ' ']) expect(counts(field, key, true)).toBe(true)
})

it('turns a switch that is no button of the browser once', () => {
  const onChange = vi.fn<(checked: boolean) => void>()
  render(
    <KitProvider>
      <Switch label="Sound" checked={false} onCheckedChange={onChange} />
    </KitProvider>,
  )
  const control = screen.getByRole('switch')
  fireEvent.keyDown(control, { key: 'Enter' })
  fireEvent.keyDown(control, { key: 'Enter', repeat: true })
  expect(onChange).toHaveBeenCalledOnce()
})
