import { expect, it } from 'vitest'
import { displayName, toolDisplayName } from './tool-display-name.ts'

it('a title stands for the name only where there is something to see', () => {
  expect(displayName({ name: 'a', title: 'Title' })).toBe('Title')
  expect(displayName({ name: 'a' })).toBe('a')
  for (const title of ['', ' ', '\n\n', '\u00a0\u3000\ufeff'])
    expect(displayName({ name: 'a', title })).toBe('a')
  expect(toolDisplayName({ name: 'a', title: '\n', annotations: { title: 'Hint' } })).toBe('Hint')
  expect(toolDisplayName({ name: 'a', title: '\n', annotations: { title: ' ' } })).toBe('a')
})
