import { expect, it } from 'vitest'
import { endsInFence, readFence } from './read-fence.ts'

it.each([
  ['```js\nconst a = 1', true],
  ['```js\nconst a = 1\n```', false],
  ['````md\n```\n', true],
  ['- a list\n\n      ```js\n      const a = 1', true],
  ['- a list\n\n      ```js\n      const a = 1\n      ```', false],
  ['> ```js\n> const a = 1\n> ```', false],
  ['words', false],
])('%j ends in a fence: %s', (text, isOpen) => {
  expect(endsInFence(text)).toBe(isOpen)
})

it('a fence says whether it is closed', () => {
  expect(readFence('```js\nconst a = 1')).toMatchObject({ isClosed: false })
  expect(readFence('```js\nconst a = 1\n```')).toMatchObject({ isClosed: true })
})
