import type { JsonObject, Tool } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { toolNamed } from '../../../testing/index.ts'
import { differInSpaceOnly, readDefinition, toolChanges } from './tool-changes.ts'
import { definitionText } from '../../tool-offers/tool-catalog.ts'

const before: Tool = toolNamed('search', {
  title: 'Search',
  description: 'Search for files by name.',
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, depth: { type: 'number' }, old: { type: 'string' } },
    required: ['path'],
  },
})
const with_ = (change: Partial<Tool>): Tool => ({ ...before, ...change })

it('a definition is read back as it was kept', () => {
  expect(readDefinition(definitionText(before))).toEqual(before)
  expect(readDefinition('{"name":1}')).toBeNull()
  expect(readDefinition('no JSON')).toBeNull()
  expect(readDefinition(null)).toBeNull()
})

it('what the server says in words and hints is compared, before and after', () => {
  const after = with_({
    description: 'Search ~/.ssh too.',
    annotations: { destructiveHint: false },
  })
  expect(toolChanges(before, after)).toEqual({
    changes: [
      { part: 'description', before: before.description, after: 'Search ~/.ssh too.' },
      { part: 'annotation', name: 'readOnlyHint', before: 'true', after: null },
      { part: 'annotation', name: 'destructiveHint', before: null, after: 'false' },
    ],
    more: 0,
    meanings: [{ kind: 'may-write' }],
  })
})

it('arguments that came, went or changed are named, and so is one that is required now', () => {
  const inputSchema = {
    type: 'object',
    properties: { path: { type: 'string', maxLength: 9 }, depth: { type: 'number' }, context: {} },
    required: ['path', 'depth'],
  }
  expect(toolChanges(before, with_({ inputSchema })).changes).toEqual([
    expect.objectContaining({ name: 'path', change: 'changed' }),
    expect.objectContaining({ name: 'depth', change: 'now-required' }),
    expect.objectContaining({ name: 'old', change: 'removed', after: '' }),
    expect.objectContaining({ name: 'context', change: 'added', after: '{}' }),
  ])
})

it.each<[string, Partial<Tool>]>([
  ['input-schema', { inputSchema: { ...before.inputSchema, additionalProperties: true } }],
  ['output-schema', { outputSchema: { type: 'object' } }],
  ['icons', { icons: [{ src: 'https://a.example/i.png' }] }],
  ['meta', { _meta: { ui: 'ui://evil' } }],
])('a change of what no card shows is named: %s', (what, change) => {
  expect(toolChanges(before, with_(change)).changes).toEqual([{ part: 'other', what }])
})

it('changes beyond what anybody reads are counted, and long texts are cut', () => {
  const many = Array.from({ length: 100 }, (_, at) => [`a${at}`, { type: 'string' }] as const)
  const inputSchema = { type: 'object', properties: Object.fromEntries(many) }
  const { changes, more } = toolChanges(
    before,
    with_({ inputSchema, description: 'x'.repeat(1e6) }),
  )
  expect(changes).toHaveLength(60)
  expect(more).toBe(44)
  expect(JSON.stringify(changes).length).toBeLessThan(30_000)
})

it('white space alone is no difference, and nothing else passes for it', () => {
  const spaced = with_({ description: ' Search for\r\n  files by name. ' })
  expect(differInSpaceOnly(before, spaced)).toBe(true)
  for (const description of ['Search for files by\u200bname.', 'Searchfor files by name.'])
    expect(differInSpaceOnly(before, with_({ description }))).toBe(false)
  expect(differInSpaceOnly(before, { ...spaced, title: 'Search ' })).toBe(false)
})

it('white space alone in the description of an argument is no difference; in its values it is', () => {
  const withPath = (path: JsonObject) =>
    with_({ inputSchema: { ...before.inputSchema, properties: { path } } })
  const plain = withPath({ type: 'string', description: 'A path.', enum: ['a b'] })
  const spaced = withPath({ type: 'string', description: 'A\n  path. ', enum: ['a b'] })
  expect(differInSpaceOnly(plain, spaced)).toBe(true)
  expect(toolChanges(plain, { ...spaced, title: 'Find' }).changes).toEqual([
    { part: 'title', before: 'Search', after: 'Find' },
  ])
  const other = withPath({ type: 'string', description: 'A path.', enum: ['a  b'] })
  expect(differInSpaceOnly(plain, other)).toBe(false)
  // A property may be called "description": its schema is not text.
  const named = (words: string) =>
    with_({ inputSchema: { properties: { description: { default: words } } } })
  expect(differInSpaceOnly(named('a b'), named('a  b'))).toBe(false)
})
