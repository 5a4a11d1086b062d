import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type ViewportSnapshot, watchViewport } from '../windows/watch-viewport.ts'
import { useIsAskTarget } from './use-ask-keys.ts'

// A page without layout has no card in view.
vi.mock('../windows/watch-viewport.ts')

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Card() {
  const card = useRef<HTMLDivElement>(null)
  return <div ref={card}>{useIsAskTarget(card) ? 'keys' : 'no keys'}</div>
}

test('the keys of a card do not come or go between press and release', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { container } = render(<Card />)
  const target = container.querySelector('div')
  const [listener] = vi.mocked(watchViewport).mock.lastCall ?? []
  const look = () =>
    act(() => listener?.({ target, isHidden: false, overlays: [] } as unknown as ViewportSnapshot))
  fireEvent.pointerDown(window)
  look()
  expect(container.textContent).toBe('no keys')
  fireEvent.pointerUp(window)
  expect(container.textContent).toBe('no keys')
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(container.textContent).toBe('keys')
})
