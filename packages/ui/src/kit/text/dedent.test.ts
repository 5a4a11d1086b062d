import { expect, it } from 'vitest'
import { dedent } from './dedent.ts'

it('a description loses the indentation of the code it was written in, and keeps its own', () => {
  const text =
    'Reads a file.\n\n                    Args:\n                        path: where it is\n                    '
  expect(dedent(text)).toBe('Reads a file.\n\nArgs:\n    path: where it is')
})

it('a description that begins on the second line begins there', () => {
  expect(dedent('\n    First.\n      Second.\n')).toBe('First.\n  Second.')
})

it('a text of one line, or of none, stays what it is', () => {
  expect(dedent('One line.')).toBe('One line.')
  expect(dedent(' \n ')).toBe('')
})

it('a line break with a carriage return does not count as indentation', () => {
  expect(dedent('a\r\n  b\r\n  c')).toBe('a\r\nb\r\nc')
})
