import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@gatehouse/domain'
import { adaptTools, adaptToolSchema } from './adapt-tools.ts'

function adapted(schema: JsonObject): JsonObject {
  const result = adaptToolSchema(schema, 'openai-compatible')
  if (!result.ok) throw new Error(result.reason)
  return result.schema
}

function refused(
  schema: JsonObject,
  kind: 'openai-compatible' | 'anthropic' = 'openai-compatible',
) {
  const result = adaptToolSchema(schema, kind)
  return result.ok ? undefined : result.reason
}

describe('references', () => {
  it('are inlined, siblings kept and definitions dropped', () => {
    const schema = adapted({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/place', description: 'start' },
        to: { $ref: '#/definitions/a~1b' },
        $ref: { type: 'string' },
      },
      $defs: { place: { type: 'string', minLength: 1 } },
      definitions: { 'a/b': { type: 'array', items: { $ref: '#/$defs/place' } } },
    })
    expect(schema).toEqual({
      type: 'object',
      properties: {
        from: { type: 'string', minLength: 1, description: 'start' },
        to: { type: 'array', items: { type: 'string', minLength: 1 } },
        $ref: { type: 'string' },
      },
    })
  })

  it('that come back to themselves end in words instead of never', () => {
    const node = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
    }
    const schema = adapted({
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: { node },
    })
    expect(JSON.stringify(schema)).not.toContain('$ref')
    expect(JSON.stringify(schema)).toContain('The same shape again as node.')
    expect(
      JSON.stringify(adapted({ type: 'object', properties: { self: { $ref: '#' } } })),
    ).toContain('the whole input')
  })

  it('that multiply are bounded: the tool is set aside, not the memory filled', () => {
    const $defs: JsonObject = { d0: { type: 'string' } }
    for (let level = 1; level < 15; level += 1) {
      const below = { $ref: `#/$defs/d${level - 1}` }
      $defs[`d${level}`] = { type: 'object', properties: { a: below, b: below, c: below } }
    }
    expect(
      refused({ type: 'object', properties: { x: { $ref: '#/$defs/d14' } }, $defs }),
    ).toContain('too large')
  })

  /** @threat turns.inlining-schemas */
  it('that repeat what is large are refused before it is copied', () => {
    let read = 0
    const large = Object.defineProperty({}, 'enum', {
      enumerable: true,
      get: () => ((read += 1), ['x'.repeat(60_000)]),
    }) as JsonObject
    const names = Array.from({ length: 1000 }, (_, at) => [`p${at}`, { $ref: '#/$defs/large' }])
    expect(
      refused({ type: 'object', properties: Object.fromEntries(names), $defs: { large } }),
    ).toContain('too large')
    expect(read).toBeLessThan(10)
  })

  /** @threat turns.inlining-schemas */
  it('of any length are looked up once, and endless ones not at all', () => {
    expect(
      refused({ type: 'object', properties: { a: { $ref: `#/${'a/'.repeat(5_000)}` } } }),
    ).toContain('a reference that is too long')
  })

  it('to elsewhere or nowhere are named as the reason', () => {
    expect(
      refused({ type: 'object', properties: { a: { $ref: 'https://x.example/s.json' } } }),
    ).toContain('x.example')
    expect(refused({ type: 'object', properties: { a: { $ref: '#/$defs/none' } } })).toContain(
      '#/$defs/none',
    )
    expect(refused({ type: 'object', properties: { a: { $ref: '#/__proto__' } } })).toContain(
      '__proto__',
    )
  })

  it('inside data are data', () => {
    const schema = {
      type: 'object',
      properties: { a: { const: { $ref: '#/no' }, default: { $ref: '#/no' } } },
    }
    expect(adapted(schema)).toEqual(schema)
  })

  it('nested without end do not overflow the stack', () => {
    let deep: JsonObject = { type: 'string' }
    for (let level = 0; level < 3_000; level += 1) deep = { type: 'array', items: deep }
    expect(refused({ type: 'object', properties: { deep } })).toContain('nested too deeply')
  })
})

describe('the root of a schema', () => {
  it('becomes an object with properties, which providers insist on', () => {
    expect(adapted({})).toEqual({ type: 'object', properties: {} })
    expect(adapted({ type: ['object', 'null'], properties: { a: true } })).toEqual({
      type: 'object',
      properties: { a: {} },
    })
  })

  it('has its alternatives merged, and requires only what each of them does', () => {
    const schema = adapted({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      oneOf: [
        {
          properties: { url: { type: 'string' }, mode: { type: 'string' } },
          required: ['url', 'mode'],
        },
        {
          properties: { path: { type: 'string' }, mode: { type: 'string' } },
          required: ['path', 'mode'],
        },
      ],
      allOf: [{ properties: { tag: { type: 'string' } }, required: ['tag'] }],
      additionalProperties: false,
    })
    expect(Object.keys(schema['properties'] as JsonObject).toSorted()).toEqual([
      'id',
      'mode',
      'path',
      'tag',
      'url',
    ])
    expect(schema['required']).toEqual(['id', 'tag', 'mode'])
    expect(schema).not.toHaveProperty('oneOf')
    expect(schema['additionalProperties']).toBe(true)
  })

  it('that takes no object cannot be offered', () => {
    expect(refused({ type: 'string' })).toContain('JSON object')
  })
})

describe('tools', () => {
  const tool = (name: string, inputSchema: JsonObject = { type: 'object' }) => ({
    name,
    description: name,
    inputSchema,
  })

  it('keep their order, and the bad ones are named with the reason', async () => {
    const result = await adaptTools(
      [tool('b__x'), tool('a b'), tool('a__y'), tool('b__x'), tool('c__z', { type: 'string' })],
      'openai-compatible',
    )
    expect(result.tools.map((each) => each.name)).toEqual(['b__x', 'a__y'])
    expect(result.quarantined.map((each) => each.names)).toEqual([['a b'], ['b__x'], ['c__z']])
  })

  it('that are too large together for one request are left out by name, the first ones kept', async () => {
    const large = (name: string) => ({ ...tool(name), description: 'd'.repeat(450_000) })
    const { tools, quarantined } = await adaptTools(
      [large('one'), large('two'), large('three'), tool('small')],
      'openai-compatible',
    )
    expect(tools.map(({ name }) => name)).toEqual(['one', 'two', 'small'])
    expect(quarantined).toEqual([
      {
        names: ['three'],
        reason: expect.stringContaining('too large for one request'),
        fault: 'too-much',
      },
    ])
  })

  /** 860 bytes that inline to 2,047 schemas; `seen` hears of each time that it is read. */
  const growing = (seen: () => void = () => undefined): JsonObject => {
    const $defs: JsonObject = { d10: { type: 'string' } }
    for (let level = 0; level < 10; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` }
      $defs[`d${level}`] = { properties: { a: next, b: next } }
    }
    const properties = { x: { $ref: '#/$defs/d0' } }
    return Object.defineProperty({ type: 'object', $defs, properties }, 'properties', {
      enumerable: true,
      get: () => (seen(), properties),
    })
  }

  /**
   * @threat turns.inlining-schemas
   * @attacker server
   * @tries To hold main at every model step with tools of few bytes whose references inline to much more.
   * @stoppedBy Schemas are counted before they are copied, by the tool and by the request; each is adapted once for all
   * steps, and others have their turn between.
   */
  it('whose schemas inline to much more are not all read, and the rest is reported', async () => {
    const read = new Set<number>()
    const tools = Array.from({ length: 1000 }, (_, at) =>
      tool(
        `t${at}`,
        growing(() => read.add(at)),
      ),
    )
    const request = await adaptTools(tools, 'openai-compatible')
    expect(read.size).toBeLessThan(60)
    expect(request.tools.length).toBeGreaterThan(10)
    expect(JSON.stringify(request.tools).length).toBeLessThan(1_100_000)
    const names = request.quarantined.flatMap((each) => each.names)
    expect(request.tools.length + names.length).toBe(1000)
    expect(request.quarantined.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('too large for one request'),
    ])
  })

  /** @threat turns.inlining-schemas */
  it('are adapted once for all steps, and others have their turn meanwhile', async () => {
    let read = 0
    const tools = Array.from({ length: 15 }, (_, at) =>
      tool(
        `t${at}`,
        growing(() => (read += 1)),
      ),
    )
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const first = await adaptTools(tools, 'openai-compatible')
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(5)
    const before = read
    const second = await adaptTools(tools, 'openai-compatible')
    expect(read).toBe(before)
    expect(second).toEqual(first)
    expect((await adaptTools(tools, 'anthropic')).tools).toHaveLength(15)
    expect(read).toBeGreaterThan(before)
  })

  it('with a parameter name Anthropic refuses are set aside there only', () => {
    const schema = { type: 'object', properties: { 'größe in cm': { type: 'number' } } }
    expect(refused(schema, 'anthropic')).toContain('größe in cm')
    expect(refused(schema)).toBeUndefined()
  })
})
