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

it('does not wait for ever for a list that a narrow window does not draw', async () => {
  const view = render(<Frame section="chats" hasList={false} />)
  view.rerender(<Frame section="servers" hasList={false} />)
  await vi.advanceTimersByTimeAsync(3500)
  expect(vi.getTimerCount()).toBe(0)
})
