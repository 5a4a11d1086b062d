import { expect, it } from 'vitest'
import { z } from 'zod'
import { actRuleOf, routes } from './index.ts'

/** Routes that may end with the outcome `cancelled`: a consent window may open. */
const confirmed = Object.entries(routes).filter(([, { output }]) => {
  const schema = z.toJSONSchema(output, { unrepresentable: 'any' })
  const outcomes = [schema, ...(schema.oneOf ?? [])].map(
    ({ properties }) => properties?.['outcome'],
  )
  return JSON.stringify(outcomes).includes('"cancelled"')
})

it('opens no consent window without a press of the person', () => {
  const free = confirmed.filter(([, { acts }]) => acts === 'free').map(([name]) => name)
  expect(confirmed.length).toBeGreaterThan(15)
  expect(free).toEqual([])
})

it('gives a press three seconds where a route names no other time', () => {
  expect(actRuleOf('free')).toBeUndefined()
  expect(actRuleOf('own-press')).toEqual({ by: 'own-press', withinMs: 3000 })
  expect(actRuleOf({ by: 'press', withinMs: 30_000 })).toEqual({ by: 'press', withinMs: 30_000 })
})
