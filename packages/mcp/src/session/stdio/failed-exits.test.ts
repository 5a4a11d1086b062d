import { expect, it, test } from 'vitest'
import { createFailedExits } from './failed-exits.ts'

const failed = (code: number | null, ...lines: string[]) => ({
  exit: { code, signal: null },
  lines,
})

test.each<[string, ReturnType<typeof failed>, boolean]>([
  ['an error of its own', failed(1, 'Error: API_KEY is required'), false],
  ['a module that is missing', failed(1, 'ModuleNotFoundError: No module named "x"'), false],
  ['nothing', failed(1), true],
  ['words about what it was sent', failed(1, 'expected the initialize request'), true],
  ['the method that it was sent', failed(1, "KeyError: 'server/discover'"), true],
  ['a greeting, and a good end', failed(0, 'Server ready'), true],
])('a program that printed %s: a second start may help = %s', (_name, exit, mayHelp) => {
  expect(createFailedExits().mayHelp('a', exit)).toBe(mayHelp)
})

it('a program that exits as at an earlier launch is not started twice again', () => {
  const exits = createFailedExits()
  exits.remember('a', failed(1, '12:01 unknown method'))
  expect(exits.mayHelp('a', failed(1, '13:45 unknown method'))).toBe(false)
  expect(exits.mayHelp('a', failed(2, '13:45 unknown method'))).toBe(true)
  expect(exits.mayHelp('b', failed(1, '13:45 unknown method'))).toBe(true)
})
