import type { AskCause } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createSamplingSteps, MAX_SAMPLING_STEPS } from './sampling-steps.ts'
import type { RequestOrigin } from './server-ask.ts'

const cause = (entryId: string): AskCause => ({
  conversationId: 'c',
  conversationTitle: 'C',
  turnId: 't',
  entryId,
  toolName: 'tool',
  toolTitle: 'Tool',
})
const asking = (...entryIds: string[]): RequestOrigin => ({
  server: {
    config: { id: 's', name: 'looper', hue: 0 },
    identity: 'i',
    journal: { log: () => undefined, links: { find: () => undefined } },
  },
  causes: entryIds.map(cause),
})
const tooMany = expect.objectContaining({ code: 'request/too-many' })

it('numbers the requests of a call and refuses those beyond its limit', () => {
  const steps = createSamplingSteps()
  for (let number = 1; number <= MAX_SAMPLING_STEPS; number += 1)
    expect(steps.take(asking('a'))).toEqual({ number, limit: MAX_SAMPLING_STEPS })
  expect(() => steps.take(asking('a'))).toThrowError(tooMany)
  expect(steps.take(asking('b'))?.number).toBe(1)
})

it('counts a request for each call that may have caused it, and refuses it once none has steps left', () => {
  const steps = createSamplingSteps()
  for (let number = 1; number <= MAX_SAMPLING_STEPS; number += 1) steps.take(asking('a'))
  for (let number = 1; number <= MAX_SAMPLING_STEPS; number += 1)
    expect(steps.take(asking('a', 'b'))?.number).toBe(number)
  expect(() => steps.take(asking('a', 'b'))).toThrowError(tooMany)
})

it('does not number what no call caused', () => {
  expect(createSamplingSteps().take(asking())).toBeUndefined()
})
