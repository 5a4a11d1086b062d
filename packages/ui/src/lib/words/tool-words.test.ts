import { expect, it } from 'vitest'
import { nameAndTitle } from './tool-words.ts'

it('a tool is called by its title with its name behind it, everywhere', () => {
  expect(nameAndTitle('write_file', 'Write file')).toBe('Write file (write_file)')
  expect(nameAndTitle('write_file', 'write_file')).toBe('write_file')
  expect(nameAndTitle('write_file', ' ')).toBe('write_file')
})
