import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AutoGrowTextArea } from './text-area.tsx'

afterEach(cleanup)

it('a text field is never made smaller to be measured', () => {
  const measure = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get')
  const { rerender } = render(<AutoGrowTextArea aria-label="Words" value="one" />)
  rerender(<AutoGrowTextArea aria-label="Words" value={'one\ntwo\nthree'} />)
  expect(measure).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox').style.height).toBe('')
})

it('a text field that is empty is not checked for spelling, nor one that is not for prose', () => {
  const checked = () => screen.getByRole('textbox').getAttribute('spellcheck')
  const { rerender } = render(<AutoGrowTextArea aria-label="Words" value="one" spellCheck />)
  expect(checked()).toBe('true')
  rerender(<AutoGrowTextArea aria-label="Words" value="" spellCheck />)
  expect(checked()).toBe('false')
  rerender(<AutoGrowTextArea aria-label="Words" value="one" />)
  expect(checked()).toBe('false')
})
