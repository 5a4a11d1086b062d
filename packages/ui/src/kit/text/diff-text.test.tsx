import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DiffText } from './diff-text.tsx'

afterEach(cleanup)

const texts = (of: string) =>
  [...document.querySelectorAll(of)].map(({ textContent }) => textContent)

it('what was changed is marked word by word', () => {
  render(<DiffText before="--root /tmp --quiet" after="--root / --quiet" />)
  expect([texts('del'), texts('ins')]).toEqual([['tmp'], []])
})

/** @threat consent.freeze */
it.each([
  ['words', Array.from({ length: 4900 }, () => 'a').join(' '), 'b '.repeat(4900)],
  ['lines', 'a\n'.repeat(9000), Array.from({ length: 9000 }, (_, at) => `b${at}`).join('\n')],
])(
  'texts of other %s throughout are shown whole, without being compared for long',
  (_, one, other) => {
    const started = performance.now()
    const { unmount } = render(<DiffText before="a b" after="a c" />)
    unmount()
    render(<DiffText before={one} after={other} />)
    expect([texts('del').join(''), texts('ins').join('')]).toEqual([one, other])
    // Comparing them to the end took ten to thirty seconds.
    expect(performance.now() - started).toBeLessThan(5000)
  },
)
