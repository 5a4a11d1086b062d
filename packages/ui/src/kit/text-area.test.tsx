// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from './kit-provider.tsx'
import { AutoGrowTextArea } from './text-area.tsx'

afterEach(cleanup)

it('many text fields are fitted in one layout of the page', async () => {
  const COUNT = 50
  /** Whether the fields wait for their heights, at each time that one is measured. */
  const waiting: number[] = []
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockImplementation(() => {
    const areas = [...document.querySelectorAll('textarea')]
    waiting.push(areas.filter(({ style }) => style.height === '0px').length)
    return 40
  })
  await act(async () =>
    render(
      <KitProvider>
        {Array.from({ length: COUNT }, (_, index) => (
          <AutoGrowTextArea key={index} value="text" />
        ))}
      </KitProvider>,
    ),
  )
  expect(waiting).toEqual(Array<number>(COUNT).fill(COUNT))
  for (const { style } of document.querySelectorAll('textarea')) expect(style.height).toBe('40px')
})
