import type { AskCause } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createSamplingIterationLimit, MAX_SAMPLING_STEPS } from './sampling-iteration-limit.ts'
import type { RequestOrigin } from './server-ask.ts'

const cause = (entryId: string): AskCause => ({
  conversationId: 'c',
  conversationTitle: 'C',
  turnId: 't',
  entryId,
  toolName: 'tool',
  toolTitle: 'Tool',
})
const origin = (...entryIds: string[]): RequestOrigin => ({
  server: {
    config: { id: 's', name: 'looper', hue: 0 },
    identity: 'i',
    journal: { log: () => undefined, links: { find: () => undefined } },
  },
  causes: entryIds.map(cause),
})
const tooMany = expect.objectContaining({ code: 'request/too-many' })

/**
 * @threat sampling.endless-steps
 * @attacker server
 * @tries asks for one answer after the other during a call, in a loop of its tools, to wear the person down
 * @stoppedBy each card says which request of its call it is; after 50 during one call, asked about or not, further ones
 * are refused, which the server’s log records
 * @remains in the older protocol a request counts for all calls that run at its server
 */
it('numbers the requests of a call and refuses those beyond its limit', () => {
  const steps = createSamplingIterationLimit()
  for (let number = 1; number <= MAX_SAMPLING_STEPS; number += 1)
    expect(steps.take(origin('a'))).toEqual({ number, limit: MAX_SAMPLING_STEPS })
  expect(() => steps.take(origin('a'))).toThrowError(tooMany)
  expect(steps.take(origin('b'))?.number).toBe(1)
})

/** @threat sampling.endless-steps */
it('counts a request for each call that may have caused it, and refuses it once none has steps left', () => {
  const steps = createSamplingIterationLimit()
  for (let number = 1; number <= MAX_SAMPLING_STEPS; number += 1) steps.take(origin('a'))
  for (let number = 1; number <= MAX_SAMPLING_STEPS; number += 1)
    expect(steps.take(origin('a', 'b'))?.number).toBe(number)
  expect(() => steps.take(origin('a', 'b'))).toThrowError(tooMany)
})

it('does not number what no call caused', () => {
  expect(createSamplingIterationLimit().take(origin())).toBeUndefined()
})
