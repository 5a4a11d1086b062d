import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useIsAskTarget } from './use-ask-keys.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Card() {
  const card = useRef<HTMLDivElement>(null)
  return (
    <div ref={card} data-ask-card="">
      {useIsAskTarget(card) ? 'keys' : 'no keys'}
    </div>
  )
}

test('the keys of a card do not come or go between press and release', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const { container } = render(<Card />)
  const card = container.querySelector('div')
  const look = () => act(() => vi.advanceTimersByTimeAsync(300))
  await look()
  expect(container.textContent).toBe('no keys')
  // It comes into view.
  vi.spyOn(card!, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 50))
  fireEvent.pointerDown(window)
  await look()
  expect(container.textContent).toBe('no keys')
  fireEvent.pointerUp(window)
  await look()
  expect(container.textContent).toBe('keys')
})
