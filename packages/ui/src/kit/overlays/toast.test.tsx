import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider, useToasts } from '../index.ts'

afterEach(cleanup)

function Notices() {
  const { show } = useToasts()
  const onClick = (): void => {
    show({ title: <>Deleted</>, action: { label: <>Undo</>, onSelect: () => undefined } })
    show({ title: <>Refused</>, tone: 'danger' })
  }
  return <button onClick={onClick}>Show</button>
}

it('every button of a notice is there for a screen reader, also of one that is urgent', () => {
  render(
    <KitProvider>
      <Notices />
    </KitProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-notice] button')]
  expect(buttons).toHaveLength(3)
  expect(buttons.filter((button) => button.closest('[aria-hidden=true]'))).toEqual([])
})
