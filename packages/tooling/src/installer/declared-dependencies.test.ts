import { expect, it } from 'vitest'
import { undeclared } from './declared-dependencies.ts'

it('a library whose package is declared under no name is named; versions do not count', () => {
  const needed = 'libasound2 (>= 1.0.17), libgbm1 (>= 17.1.0~rc2), libxext6'
  expect(undeclared(needed, 'libasound2t64 | libasound2, libgbm1, libxext6 (>= 9)')).toEqual([])
  expect(undeclared(needed, 'libasound2-dev, libgbm1')).toEqual(['libasound2', 'libxext6'])
})
