import { expect, it } from 'vitest'
import { ASK_BUDGET, askSize, exceededAskBudget, type AskSize } from './ask-budget.ts'
import type { ElicitationAsk } from './ask.ts'
import type { JsonObject } from '../json/json.ts'

const form = (properties: JsonObject, message = 'Fill in'): ElicitationAsk => ({
  id: 'a',
  state: { status: 'pending' },
  createdAt: 1,
  serverId: 's',
  serverName: 'forms',
  serverHue: 0,
  causes: [],
  kind: 'elicitation',
  request: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties },
  },
})

const size = (parts: Partial<AskSize>): AskSize => ({
  cards: 1,
  fields: 0,
  characters: 10,
  ...parts,
})

it('counts each field, and each choice of a field that draws all of them', () => {
  const properties = {
    name: { type: 'string', enum: ['a', 'b', 'c'] },
    days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] } },
    rooms: { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] } },
  }
  expect(askSize(form(properties)).fields).toBe(3 + 2 + 1)
})

it('counts all characters, of names too', () => {
  const short = askSize(form({ a: { type: 'string' } })).characters
  const long = askSize(form({ ['a'.repeat(51)]: { type: 'string' } }, `Fill in${'x'.repeat(70)}`))
  expect(long.characters - short).toBe(120)
})

/**
 * @threat inbound.sum-of-asks
 * @attacker server
 * @tries To freeze the window and fill its memory with many requests at once, each of which is within its limits.
 * @stoppedBy The cards, fields and characters of all pending asks of a server have one budget; what exceeds it is
 * refused at once, logged, and said to the person. Only cards near the view are drawn, and the fields of a long form in
 * steps.
 * @remains Several servers have a budget each.
 */
it.each(['cards', 'fields', 'characters'] as const)('holds the sum of %s to its budget', (part) => {
  const most = ASK_BUDGET[part]
  const waiting = [size({ [part]: most - 1 })]
  expect(exceededAskBudget(waiting, size({ cards: 0, [part]: 1 }))).toBeUndefined()
  expect(exceededAskBudget(waiting, size({ cards: 0, [part]: 2 }))).toBe(part)
})

it('has room for whatever waits alone, and for a question without fields beside full forms', () => {
  expect(exceededAskBudget([], size({ fields: 1000 }))).toBeUndefined()
  expect(exceededAskBudget([size({ fields: 400 })], size({ fields: 0 }))).toBeUndefined()
})
