import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { ThinkingRow } from './message-rows.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the time since the model was asked runs while nothing comes', () => {
  vi.setSystemTime(100_000)
  render(
    <LanguageProvider locale="en">
      <ThinkingRow since={100_000} />
    </LanguageProvider>,
  )
  expect(screen.getByText('Thinking').textContent).toBe('Thinking')
  act(() => {
    vi.advanceTimersByTime(301_000)
  })
  expect(screen.getByText('Thinking').textContent).toBe('ThinkingElapsed 5:01')
})
