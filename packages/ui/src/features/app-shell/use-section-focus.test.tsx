import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Section } from '../../lib/ui-store.tsx'
import { useSectionFocus } from './use-section-focus.ts'

function Frame({ section, hasList }: { section: Section; hasList: boolean }) {
  useSectionFocus(section)
  return hasList ? (
    <div data-section-list>
      <button type="button" data-list-row>
        First
      </button>
    </div>
  ) : null
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'setTimeout'],
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('goes to the list of a section as soon as there is one', async () => {
  const view = render(<Frame section="chats" hasList={false} />)
  view.rerender(<Frame section="servers" hasList={false} />)
  await vi.advanceTimersByTimeAsync(500)
  view.rerender(<Frame section="servers" hasList />)
  await vi.advanceTimersByTimeAsync(50)
  expect(document.activeElement?.textContent).toBe('First')
})

it('goes from the first control of a list to its rows once they are drawn', async () => {
  const frame = (section: Section, hasRows: boolean) => (
    <>
      {section === 'activity' && (
        <div data-section-list>
          <button type="button">Menu</button>
          {hasRows && (
            <button type="button" data-list-row>
              First
            </button>
          )}
        </div>
      )}
      <Frame section={section} hasList={false} />
    </>
  )
  const view = render(frame('chats', false))
  view.rerender(frame('activity', false))
  await vi.advanceTimersByTimeAsync(50)
  expect(document.activeElement?.textContent).toBe('Menu')
  view.rerender(frame('activity', true))
  await vi.advanceTimersByTimeAsync(50)
  expect(document.activeElement?.textContent).toBe('First')
  await vi.advanceTimersByTimeAsync(3500)
  expect(vi.getTimerCount()).toBe(0)
})

it('does not wait for ever for a list that a narrow window does not draw', async () => {
  const view = render(<Frame section="chats" hasList={false} />)
  view.rerender(<Frame section="servers" hasList={false} />)
  await vi.advanceTimersByTimeAsync(3500)
  expect(vi.getTimerCount()).toBe(0)
})

it('leaves the focus where the person has taken it meanwhile', async () => {
  const frame = (section: Section, hasList: boolean) => (
    <>
      <input aria-label="Name" />
      <Frame section={section} hasList={hasList} />
    </>
  )
  const view = render(frame('chats', false))
  view.rerender(frame('servers', false))
  const name = view.getByRole('textbox')
  name.focus()
  await vi.advanceTimersByTimeAsync(100)
  view.rerender(frame('servers', true))
  await vi.advanceTimersByTimeAsync(100)
  expect(document.activeElement).toBe(name)
})

it('leaves the focus to a dialog that was opened meanwhile', async () => {
  const frame = (section: Section, hasList: boolean) => (
    <>
      {section === 'servers' && <div role="dialog" aria-label="Commands" />}
      <Frame section={section} hasList={hasList} />
    </>
  )
  const view = render(frame('chats', false))
  view.rerender(frame('servers', false))
  await vi.advanceTimersByTimeAsync(100)
  view.rerender(frame('servers', true))
  await vi.advanceTimersByTimeAsync(100)
  expect(document.activeElement).toBe(document.body)
})

it('goes to the list from a palette that closes', async () => {
  const frame = (section: Section) => (
    <>
      <div
        role="dialog"
        aria-label="Commands"
        {...(section === 'servers' && { 'data-closed': '' })}
      >
        <input aria-label="Commands" />
      </div>
      <Frame section={section} hasList />
    </>
  )
  const view = render(frame('chats'))
  view.getByRole('textbox').focus()
  view.rerender(frame('servers'))
  await vi.advanceTimersByTimeAsync(50)
  expect(document.activeElement?.textContent).toBe('First')
})
