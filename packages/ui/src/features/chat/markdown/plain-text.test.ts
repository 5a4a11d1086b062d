import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('says the same without marks', () => {
  const markdown =
    '# Title\n\nSome **bold** and `code`, a [link](https://example.org).\n\n- one\n- two\n  - deep\n\n2. b\n3. c\n\n```js\nx = 1\n```\n\n> said\n'
  expect(plainText(markdown)).toBe(
    'Title\n\nSome bold and code, a link.\n\n- one\n- two\n  - deep\n\n2. b\n3. c\n\nx = 1\n\nsaid',
  )
})

test('leaves what is no mark as it is', () => {
  expect(plainText('2 * 3 < 7, 重点。后文')).toBe('2 * 3 < 7, 重点。后文')
  expect(plainText('')).toBe('')
})

test.each([
  ['nested beyond all use', `${'> '.repeat(40_000)}x`],
  ['with more delimiters than can be paired', '*a **b _c '.repeat(1500)],
  ['longer than what is parsed at once', 'word **bold** '.repeat(2000)],
])('leaves a text %s as it stands', (_what, text) => {
  expect(plainText(text)).toBe(text)
})
