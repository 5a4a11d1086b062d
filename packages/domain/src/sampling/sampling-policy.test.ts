import { expect, it } from 'vitest'
import { widensSampling, type SamplingRule } from './sampling-policy.ts'

const model = (modelId: string) => ({ providerId: 'p', modelId })
const budget = (tokensPerDay: number, ...ids: string[]): SamplingRule => ({
  kind: 'budget',
  tokensPerDay,
  models: ids.map(model),
})

interface Change {
  change: string
  before: SamplingRule
  after: SamplingRule
  widens: boolean
}

const either: SamplingRule[] = [
  { kind: 'never' },
  { kind: 'ask-both' },
  { kind: 'ask-before' },
  budget(10, 'a'),
]

const changes: Change[] = [
  {
    change: 'lifting a refusal',
    before: { kind: 'never' },
    after: { kind: 'ask-both' },
    widens: true,
  },
  {
    change: 'leaving out the second question',
    before: { kind: 'ask-both' },
    after: { kind: 'ask-before' },
    widens: true,
  },
  {
    change: 'leaving out both',
    before: { kind: 'ask-before' },
    after: budget(1, 'a'),
    widens: true,
  },
  { change: 'more tokens', before: budget(10, 'a'), after: budget(11, 'a'), widens: true },
  { change: 'another model', before: budget(10, 'a'), after: budget(5, 'b'), widens: true },
  { change: 'one model more', before: budget(10, 'a'), after: budget(10, 'a', 'b'), widens: true },
  {
    change: 'fewer tokens and models',
    before: budget(10, 'a', 'b'),
    after: budget(9, 'b'),
    widens: false,
  },
  {
    change: 'leaving out the second question of what a budget does not cover',
    before: budget(10, 'a'),
    after: { kind: 'ask-before' },
    widens: true,
  },
  { change: 'refusing', before: { kind: 'ask-both' }, after: { kind: 'never' }, widens: false },
  {
    change: 'the same',
    before: { kind: 'ask-before' },
    after: { kind: 'ask-before' },
    widens: false,
  },
]

/** @threat sampling.policy-from-the-page */
it.each(changes)('$change widens or does not what a server may do', ({ before, after, widens }) => {
  expect(widensSampling(before, after)).toBe(widens)
})

it('of each two rules, those that narrow are refusing, and asking both times instead of less', () => {
  const narrowing = either.flatMap((before) =>
    either
      .filter((after) => after !== before && !widensSampling(before, after))
      .map((after) => `${before.kind} to ${after.kind}`),
  )
  expect(narrowing).toEqual([
    'ask-both to never',
    'ask-before to never',
    'ask-before to ask-both',
    'budget to never',
    'budget to ask-both',
  ])
})
