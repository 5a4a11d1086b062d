import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AutoGrowTextArea } from './text-area.tsx'

afterEach(cleanup)

/** @threat parts.of-one-sampling-request */
it('a text field is never made smaller to be measured', () => {
  const measure = vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get')
  const { rerender } = render(<AutoGrowTextArea aria-label="Words" value="one" />)
  rerender(<AutoGrowTextArea aria-label="Words" value={'one\ntwo\nthree'} />)
  expect(measure).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox').style.height).toBe('')
})
