import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestBench, type TestBench } from '../testing/recorded-connection.ts'
import type { Changes } from './optional-members.ts'
import { createSessionRunner, type SessionRunner, type Wire } from './session-outcome.ts'
import type { Era } from './good-session.ts'

/** Properties checked over each transport in each era; each takes two sessions. */
const RUNS: Record<Wire, number> =
  process.env['GATEHOUSE_NIGHTLY'] === undefined
    ? { stdio: 30, http: 8 }
    : { stdio: 900, http: 350 }
const TIMEOUT_MS = 1_800_000
const KINDS: [Wire, Era][] = [
  ['stdio', 'legacy'],
  ['stdio', 'modern'],
  ['http', 'legacy'],
  ['http', 'modern'],
]

let bench: TestBench
let runner: SessionRunner

beforeAll(async () => {
  bench = await createTestBench()
  runner = await createSessionRunner(bench)
})
afterAll(async () => {
  await runner.close()
  await bench.close()
})

const none: Changes = { removed: new Set(), nulled: new Set(), extended: new Set() }

it.each(KINDS)(
  'null, missing and unknown members leave a session over %s (%s) as it is',
  async (wire, era) => {
    const { text: good, places } = await runner.run({ wire, era, changes: none })
    for (const part of [
      '"text": "done"',
      '"message": "half"',
      String.raw`\"city\":\"Bern\"`,
      'x/note',
    ])
      expect(good).toContain(part)
    const known = new Map<string, string>()
    /** The outcome with these members left out. */
    async function without(removed: ReadonlySet<string>): Promise<string> {
      const key = [...removed].toSorted().join()
      const text =
        known.get(key) ?? (await runner.run({ wire, era, changes: { ...none, removed } })).text
      known.set(key, text)
      return text
    }
    const optional = fc.subarray([...places.optional], { maxLength: 6 })
    const objects = fc.subarray([...places.objects], { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(optional, objects, async (members, extended) => {
        const changed = new Set(members)
        const changes = { ...none, nulled: changed, extended: new Set(extended) }
        const { text } = await runner.run({ wire, era, changes })
        expect(text).toBe(changed.size === 0 ? good : await without(changed))
      }),
      { numRuns: RUNS[wire], seed: 28 },
    )
  },
  TIMEOUT_MS,
)
