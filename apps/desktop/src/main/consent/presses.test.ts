import { expect, it } from 'vitest'
import { watchPresses } from './presses.ts'

/** @threat consent.act-for-person */
it('counts a finger once, which comes as a touch and as a tap', () => {
  let now = 0
  const { note, latest } = watchPresses(() => (now += 10))
  /** The press after each input, by when it began. */
  const begins = (...types: string[]) =>
    types.map((type) => {
      note({ type })
      return latest()?.downAt
    })
  expect(begins('touchStart', 'gestureTapDown', 'touchEnd', 'gestureTap')).toEqual(
    Array(4).fill(10),
  )
  expect(latest()?.at).toBe(40)
  expect(begins('touchStart', 'touchEnd')).toEqual([50, 50])
  // Another tap, of which no touch was reported.
  expect(begins('gestureTapDown', 'gestureTapDown')).toEqual([50, 80])
  expect(begins('mouseDown', 'gestureTapDown')).toEqual([90, 100])
})
