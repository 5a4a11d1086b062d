import { act, cleanup, renderHook } from '@testing-library/react'
import type { VListHandle } from 'virtua'
import { afterEach, expect, it, vi } from 'vitest'
import { useStickListToBottom } from './stick-to-bottom.ts'

afterEach(cleanup)

function follow() {
  const scrollToIndex = vi.fn<VListHandle['scrollToIndex']>()
  const handle = { scrollToIndex, scrollSize: 1000, viewportSize: 100 } as unknown as VListHandle
  const list = { current: handle }
  const hook = renderHook(({ rows }) => useStickListToBottom(list, rows), {
    initialProps: { rows: [1, 2, 3] },
  })
  return { scrollToIndex, hook }
}

it('follows the end of a list that is full, where each row that comes takes the place of another', () => {
  const { scrollToIndex, hook } = follow()
  hook.rerender({ rows: [2, 3, 4] })
  hook.rerender({ rows: [3, 4, 5] })
  expect(scrollToIndex).toHaveBeenCalledTimes(3)
})

it('does not follow while the person reads further up', () => {
  const { scrollToIndex, hook } = follow()
  act(() => hook.result.current.onScroll(200))
  hook.rerender({ rows: [2, 3, 4] })
  expect(scrollToIndex).toHaveBeenCalledTimes(1)
})
