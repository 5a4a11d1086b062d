import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AutoGrowTextArea } from './text-area.tsx'

afterEach(cleanup)

const copy = () => screen.getByRole('textbox').nextElementSibling?.getAttribute('data-text')

it('a text field takes its height from a copy of its text, line for line', () => {
  const { rerender } = render(<AutoGrowTextArea aria-label="Words" value={'one\r\ntwo\rthree\n'} />)
  expect(copy()).toBe('one\ntwo\nthree\n ')
  rerender(<AutoGrowTextArea aria-label="Words" value="other" />)
  expect(copy()).toBe('other ')
})

it('a text field is never made smaller to be measured', () => {
  const measure = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get')
  const { rerender } = render(<AutoGrowTextArea aria-label="Words" value="one" />)
  rerender(<AutoGrowTextArea aria-label="Words" value={'one\ntwo\nthree'} />)
  expect(measure).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox').style.height).toBe('')
})

it('of a text that is longer than any field shows only the beginning is copied', () => {
  render(<AutoGrowTextArea aria-label="Words" value={'a'.repeat(1_000_000)} />)
  expect(copy()?.length).toBeLessThan(50_000)
})
