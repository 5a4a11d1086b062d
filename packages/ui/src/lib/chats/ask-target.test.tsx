import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider, useToasts } from '../../kit/index.ts'
import { askTarget, isCovered, viewedPart } from './ask-target.ts'
import { LanguageProvider } from '../words/i18n.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Notice() {
  const { show } = useToasts()
  return (
    <button onClick={() => show({ title: <>The server was added.</>, timeout: 0 })}>Tell</button>
  )
}

it('a notice takes the keys from no question beside it, and from one that it hides a part of', () => {
  render(
    <LanguageProvider locale="en">
      <KitProvider>
        <Notice />
        <div data-ask-card="">Delete all files?</div>
      </KitProvider>
    </LanguageProvider>,
  )
  let left = 620
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('[data-notice]')
      ? new DOMRect(left, 96, 352, 60)
      : new DOMRect(0, 50, 600, 200)
  })
  const card = screen.getByText('Delete all files?')
  fireEvent.click(screen.getByText('Tell'))
  expect(screen.getByText('The server was added.')).toBeDefined()
  expect([isCovered(), askTarget()]).toEqual([false, card])
  expect(viewedPart(card)).toMatchObject({ from: 0, to: 200 })
  left = 500
  expect([isCovered(), askTarget(), viewedPart(card)]).toEqual([false, null, null])
})
