import { expect, it } from 'vitest'
import { signedInMeasures } from './protocol-measures.ts'

it.each([
  ['as fast', { open: [10], guarded: [12], accesses: 0 }, [true, true]],
  ['slower by more than a fifth', { open: [10], guarded: [12.1], accesses: 0 }, [false, true]],
  ['one that asks the keychain', { open: [10], guarded: [10], accesses: 1 }, [true, false]],
])('a signed-in call that is %s is judged so', (_name, seen, met) => {
  expect(signedInMeasures(seen).map(({ isMet }) => isMet)).toEqual(met)
})
