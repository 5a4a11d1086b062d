import { expect, it } from 'vitest'
import { routes, type RouteName } from '../index.ts'
import { emptyAnswer, outputOf } from './example.ts'

const names = Object.keys(routes) as RouteName[]

it.each(names)('answers %s with nothing that its schema refuses', (name) => {
  expect(outputOf(name).safeParse(emptyAnswer(name)).error).toBeUndefined()
})

it('takes null, no items and a refusal where it can', () => {
  const answers = (
    ['window.take-place', 'grant.list', 'sampling.set-policy', 'server.propose'] as const
  ).map((name) => emptyAnswer(name))
  expect(answers).toEqual([null, [], { outcome: 'cancelled' }, { outcome: 'cancelled' }])
})
