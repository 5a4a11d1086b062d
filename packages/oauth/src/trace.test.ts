import { expect, it } from 'vitest'
import { createTrace } from './trace.ts'

it('distinguishes two steps that are equal in everything else', () => {
  const trace = createTrace(() => 7)
  trace.note('token', 'asked for')
  trace.note('token', 'asked for')
  const same = { at: 7, step: 'token', text: 'asked for' }
  expect(trace.lines()).toEqual([
    { ...same, seq: 1 },
    { ...same, seq: 2 },
  ])
})
