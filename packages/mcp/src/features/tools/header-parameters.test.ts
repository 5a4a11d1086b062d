import type { JsonObject } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { invalidHeaderParameter } from './header-parameters.ts'

const annotated = (name: unknown, type: unknown = 'string') =>
  ({ type, 'x-mcp-header': name }) as JsonObject
const withProperties = (properties: JsonObject): JsonObject => ({ type: 'object', properties })

test.each([
  withProperties({ region: annotated('Region'), count: annotated('Count', 'integer') }),
  withProperties({ deep: withProperties({ flag: annotated('Flag', 'boolean') }) }),
  withProperties({ 'x-mcp-header': { type: 'string' } }),
  { type: 'object' },
])('a valid schema is not refused: %j', (schema) => {
  expect(invalidHeaderParameter(schema)).toBeUndefined()
})

test.each([
  withProperties({ a: annotated('') }),
  withProperties({ a: annotated('has space') }),
  withProperties({ a: annotated('new\r\nline') }),
  withProperties({ a: annotated(7) }),
  withProperties({ a: annotated('Price', 'number') }),
  withProperties({ a: annotated('List', 'array') }),
  withProperties({ a: annotated('Same'), b: annotated('same') }),
  withProperties({ a: { type: 'array', items: annotated('Item') } }),
  { type: 'object', oneOf: [withProperties({ a: annotated('Choice') })] },
  { type: 'object', 'x-mcp-header': 'Top' },
])('an invalid annotation is found: %j', (schema) => {
  expect(invalidHeaderParameter(schema)).toMatch(/x-mcp-header/)
})
