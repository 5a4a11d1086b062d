import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CodeBlock } from '../../../kit/index.ts'
import { findTexts } from './paint-code.ts'

afterEach(cleanup)

/** Returns the drawn texts of a code, each with its place. */
function draw(code: string): { start: number; text: string }[] {
  const { container } = render(<CodeBlock code={code} label="code" />)
  const block = container.querySelector('pre')
  if (!block) throw new Error('No block is drawn.')
  return findTexts(block, code).map(({ node, start }) => ({ start, text: node.data }))
}

it.each([
  ['one line', 'const a = 1'],
  ['a block in pieces', 'const a = 1\n'.repeat(350)],
  ['a piece that begins with an empty line', `${'a\n'.repeat(100)}\nb\n${'c\n'.repeat(120)}`],
])('each text of %s is found at its place in the code', (_, code) => {
  const texts = draw(code)
  for (const { start, text } of texts) expect(code.slice(start, start + text.length)).toBe(text)
  const drawn = texts.reduce((sum, { text }) => sum + text.length, 0)
  expect(drawn).toBeGreaterThanOrEqual(code.length - texts.length - 1)
})

it('nothing is found from the first sign on that stands for a hidden character', () => {
  expect(draw('ab\u200Bcd')).toEqual([{ start: 0, text: 'ab' }])
})
