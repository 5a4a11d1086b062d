import { expect, it } from 'vitest'
import { checkAnew, readList } from './linear-expressions.mjs'

const isNightly = process.env['GATEHOUSE_NIGHTLY'] !== undefined
/** By day a few, of those that take no time. */
const EVERY = isNightly ? 1 : 20
const MAX_LENGTH = isNightly ? Infinity : 30

/** @threat turns.quadratic-expressions */
it(
  'expressions that are listed as linear are so, and of the version of recheck that is installed',
  () => {
    const lines = [...readList()]
    expect(lines.length).toBeGreaterThan(300)
    const judged = lines.filter((line, at) => at % EVERY === 0 && line.length <= MAX_LENGTH)
    expect(judged.length).toBeGreaterThan(3)
    for (const line of judged) {
      const [pattern, flags] = JSON.parse(line)
      expect([line, checkAnew(pattern, flags).status]).toEqual([line, 'safe'])
    }
  },
  isNightly ? 1_800_000 : 60_000,
)
