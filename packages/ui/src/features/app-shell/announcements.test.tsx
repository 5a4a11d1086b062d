import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { Announcements } from './announcements.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function open() {
  const store = createUiStore()
  store.getState().announce('Begun before')
  render(
    <UiStoreProvider store={store}>
      <Announcements />
    </UiStoreProvider>,
  )
  const texts = () => [...screen.getByRole('status').children].map((line) => line.textContent)
  const announce = (...all: string[]) =>
    act(() => {
      for (const text of all) store.getState().announce(text)
    })
  return { texts, announce }
}

it('two texts of the same moment are both there, each as a new one, and go after a while', () => {
  const { texts, announce } = open()
  expect(texts()).toEqual(['Begun before'])
  announce('A question waits', '3 wait', '')
  expect(texts()).toEqual(['Begun before', 'A question waits', '3 wait'])
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
  act(() => void vi.advanceTimersByTime(6000))
  expect(texts()).toEqual([])
})

it('a text comes again when something else was announced between', () => {
  const { texts, announce } = open()
  announce('Answer complete.')
  announce('Answer started.')
  announce('Answer complete.')
  expect(texts().filter((text) => text === 'Answer complete.')).toHaveLength(2)
})
