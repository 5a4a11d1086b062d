import { serverDraftSchema } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createManualClock } from '../testing/index.ts'
import { createScriptedServer, createTestRegistry } from '../testing/registry-harness.ts'

const HALF_AN_HOUR = 30 * 60_000
const draft = serverDraftSchema.parse({
  name: 'notes',
  transport: {
    kind: 'stdio',
    command: 'node',
    args: [],
    env: [{ name: 'TOKEN', value: 'typed-secret', secret: true }],
  },
})

/** @threat asks.abandoned-secrets */
it('a launch review that nobody finishes is forgotten when its time is over, not when another is begun', async () => {
  const time = createManualClock()
  // A clock that stands still: what the review says about its age cannot end it here.
  const clock = { ...time, now: () => 1 }
  const registry = createTestRegistry(createScriptedServer(), { clock })
  const review = await registry.review(draft)
  time.advance(HALF_AN_HOUR - 1)
  expect(registry.revealValue(review.id, 'TOKEN')).toBe('typed-secret')
  time.advance(1)
  expect(() => registry.revealValue(review.id, 'TOKEN')).toThrow(
    expect.objectContaining({ code: 'server/review-expired' }),
  )
})
