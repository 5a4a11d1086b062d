import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { isSafePattern } from '@gatehouse/domain/text'
import { describe, expect, it, vi } from 'vitest'
import { createCheck } from './check-value.ts'
import { initialArguments } from './initial-value.ts'
import { parseTypedJson } from './parse-typed-json.ts'
import { prepareSchema } from './prepare-schema.ts'
import { readField } from './read-field.ts'

function prepared(schema: JsonObject): JsonObject {
  const result = prepareSchema(schema)
  if (!result) throw new Error('refused')
  return result.root
}

function problems(
  schema: JsonObject,
  value: JsonValue,
  chosen = new Map<string, number>(),
): string[] {
  return createCheck(prepared(schema))(value, chosen).map((one) => `${one.pointer} ${one.keyword}`)
}

describe('prepareSchema', () => {
  it('leaves out references to nowhere, to elsewhere and in circles', () => {
    const result = prepareSchema({
      type: 'object',
      properties: {
        gone: { $ref: '#/$defs/gone' },
        remote: { $ref: 'https://example.com/schema.json' },
        circle: { $ref: '#/$defs/a' },
      },
      $defs: {
        a: { $ref: '#/$defs/b' },
        b: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] },
      },
    })
    expect(result?.partly).toBe(true)
    const root = result?.root ?? {}
    for (const name of ['gone', 'remote', 'circle']) {
      const property = (root['properties'] as Record<string, JsonObject>)[name] ?? {}
      expect(() => readField(property, root)).not.toThrow()
    }
    expect(problems(root, { gone: 1, remote: 2, circle: 'x' })).toEqual([])
  })

  it('keeps recursion that goes down into the value', () => {
    const tree = {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#' } }, name: { type: 'string' } },
    }
    expect(prepareSchema(tree)).toMatchObject({ partly: false })
    expect(problems(tree, { kids: [{ name: 1 }] })).toEqual(['/kids/0/name type'])
  })

  it('refuses schemas whose check doubles at every step', () => {
    const $defs: Record<string, JsonObject> = {}
    for (let index = 0; index < 40; index += 1) {
      $defs[`d${index}`] = {
        allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }],
      }
    }
    $defs['d40'] = { type: 'string' }
    const started = performance.now()
    expect(
      prepareSchema({ type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs }),
    ).toBeNull()
    expect(performance.now() - started).toBeLessThan(500)
  })

  /**
   * @threat drawing.schema-references
   * @attacker server
   * @tries To freeze the window by a form or tool with thousands of definitions that refer to each other.
   * @stoppedBy One search settles all references, long chains and pointers are refused, and the form that a server asks
   * for follows a bounded number of them, and keeps definitions only for fields that are filled in as JSON.
   */
  it('follows references in steps that grow as the schema does, whatever refers to what', () => {
    // Unused definitions in layers, each of which refers to two of the next.
    const layered = (width: number): JsonObject => {
      const $defs: Record<string, JsonObject> = { end: { type: 'string' } }
      for (let layer = 0; layer < 20; layer += 1)
        for (let at = 0; at < width; at += 1) {
          const next = (step: number) =>
            layer === 19 ? 'end' : `d${layer + 1}-${(at + step) % width}`
          $defs[`d${layer}-${at}`] = {
            anyOf: [{ $ref: `#/$defs/${next(1)}` }, { $ref: `#/$defs/${next(3)}` }],
          }
        }
      return { type: 'object', properties: { a: { type: 'string' } }, $defs }
    }
    const stepsFor = (width: number): number => {
      const steps = vi.spyOn(Object, 'hasOwn')
      expect(prepareSchema(layered(width))).toMatchObject({ partly: false })
      const { length } = steps.mock.calls
      steps.mockRestore()
      return length
    }
    expect(stepsFor(60) / stepsFor(10)).toBeLessThan(12)
  })

  /** @threat drawing.schema-references */
  it('refuses a long chain of references after a few steps', () => {
    const $defs: Record<string, JsonObject> = { n2000: { type: 'string' } }
    for (let index = 0; index < 2000; index += 1)
      $defs[`n${index}`] = { $ref: `#/$defs/n${index + 1}` }
    const steps = vi.spyOn(Object, 'hasOwn')
    expect(prepareSchema({ type: 'object', $defs })).toBeNull()
    expect(steps.mock.calls.length).toBeLessThan(100_000)
    steps.mockRestore()
  })

  /** @threat drawing.schema-references */
  it('refuses a name that stands in too many pointers, and follows no endless reference', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    )
    const named = { ['n'.repeat(100_000)]: { type: 'object', properties } }
    expect(prepareSchema({ type: 'object', properties: named })).toBeNull()
    const $ref = `#${'/$defs'.repeat(20_000)}`
    expect(prepareSchema({ type: 'object', $defs: { a: { $ref } } })).toMatchObject({
      partly: true,
    })
  })

  it('refuses what is too large or too deep to draw', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    )
    expect(prepareSchema({ type: 'object', properties: wide })).toBeNull()
    let deep: JsonObject = { type: 'string' }
    for (let index = 0; index < 500; index += 1) deep = { type: 'object', properties: { a: deep } }
    expect(prepareSchema(deep)).toBeNull()
  })

  it('survives keywords of the wrong type, which real servers send', () => {
    const root = prepared({
      type: 'object',
      properties: {
        a: { type: 'string', required: true, minLength: '3' },
        b: 5,
        c: null,
        d: { type: 7, enum: 'x' },
      },
      required: 'a',
    })
    expect(problems(root, { a: 'x', b: 1, c: 2, d: 3 })).toEqual([])
    for (const property of Object.values(root['properties'] as JsonObject))
      expect(() => readField(property, root)).not.toThrow()
  })

  it('does not touch the schema it was given, which the query cache shares', () => {
    const source = Object.freeze({
      type: 'object',
      properties: Object.freeze({ a: Object.freeze({ $ref: '#/$defs/x' }) }),
      $defs: Object.freeze({ x: Object.freeze({ type: 'string' }) }),
    })
    expect(problems(source, { a: 1 })).toEqual(['/a type'])
  })
})

describe('isSafePattern', () => {
  it('does not run patterns that can freeze the window', () => {
    for (const pattern of [
      '^(a+)+$',
      '(a|aa)*b',
      '(.*a){20}',
      '(?=a)b',
      '([a-z]+)*$',
      '(x+x+)+y',
      '\\1(a)',
      '[',
      'a'.repeat(500),
      // Each of these is one repeat or choice after another, and tries a power of the text.
      '^(a?){40}a{40}$',
      `^${'a?'.repeat(40)}a{40}$`,
      `^${'(a|a)'.repeat(40)}b$`,
      'a{0,60}a{0,60}a{0,60}a{0,60}a{0,60}b',
      'a*a*a*a*a*b',
      '^((a)?)+b$',
    ]) {
      expect([pattern, isSafePattern(pattern)]).toEqual([pattern, false])
    }
    for (const pattern of [
      '^[a-z0-9-]+$',
      '^\\d{4}-\\d{2}$',
      '^(get|set)$',
      '^v(\\d)',
      '^[^@]+@[^@]+$',
      '^[a-z]+(?:-[a-z]+)?@[a-z]+\\.[a-z]{2,}$',
      '^(?<a>\\d{1,3}\\.){3}\\d{1,3}$',
      '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    ]) {
      expect([pattern, isSafePattern(pattern)]).toEqual([pattern, true])
    }
  })
})

describe('initialArguments', () => {
  /** @threat drawing.crowded-form */
  it('looks at a bounded number of fields, however a schema multiplies itself', () => {
    const root = prepared({
      type: 'object',
      required: ['a', 'b', 'c', 'd'],
      properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { $ref: '#' }])),
    })
    const objects = JSON.stringify(initialArguments(root)).split('{').length
    expect(objects).toBeLessThan(2100)
  })

  it('holds defaults and required constants and nothing that nobody set', () => {
    const root = prepared({
      type: 'object',
      required: ['kind', 'nested', 'force', 'name'],
      properties: {
        kind: { const: 'file' },
        other: { const: 'never' },
        name: { type: 'string' },
        count: { type: 'integer', default: 3 },
        force: { type: 'boolean' },
        quiet: { type: 'boolean' },
        list: { type: 'array', items: { type: 'string' }, minItems: 2 },
        nested: {
          type: 'object',
          properties: { x: { type: 'string', default: 'q' }, y: { type: 'number' } },
        },
        optional: { type: 'object', properties: { z: { type: 'string' } } },
        either: {
          anyOf: [
            { type: 'string' },
            { type: 'object', properties: { k: { const: 'a' } }, required: ['k'] },
          ],
        },
      },
    })
    expect(initialArguments(root)).toEqual({
      kind: 'file',
      count: 3,
      force: false,
      nested: { x: 'q' },
    })
  })

  it('takes property names from a hostile server for no more than names', () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"string"}}',
    ) as JsonObject
    const value = initialArguments(prepared({ type: 'object', properties }))
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

describe('createCheck', () => {
  it('says of a missing property that it is missing, at that property', () => {
    expect(
      problems(
        { type: 'object', required: ['a/b'], properties: { 'a/b': { type: 'string' } } },
        {},
      ),
    ).toEqual(['/a~1b required'])
  })

  it('reports the limits of rules, through references too', () => {
    const check = createCheck(
      prepared({
        type: 'object',
        properties: { a: { $ref: '#/$defs/short' } },
        $defs: { short: { type: 'string', minLength: 3 } },
      }),
    )
    expect(check({ a: 'x' }, new Map())).toEqual([
      { pointer: '/a', keyword: 'minLength', limit: 3 },
    ])
  })

  it('complains about the option that is being filled in, not about all the others', () => {
    const schema = {
      type: 'object',
      properties: {
        target: {
          oneOf: [
            {
              type: 'object',
              properties: { kind: { const: 'file' }, path: { type: 'string' } },
              required: ['kind', 'path'],
            },
            {
              type: 'object',
              properties: { kind: { const: 'url' }, url: { type: 'string' } },
              required: ['kind', 'url'],
            },
          ],
        },
        when: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
    }
    expect(problems(schema, { target: { kind: 'url' } })).toEqual(['/target/url required'])
    expect(problems(schema, { target: {} }, new Map([['/target', 1]]))).toEqual([
      '/target/kind required',
      '/target/url required',
    ])
    expect(problems(schema, { when: 'x' })).toEqual(['/when type'])
  })

  it('does not run patterns over long texts', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^x.*y.*z$' } } }
    expect(problems(schema, { a: 'no' })).toEqual(['/a pattern'])
    expect(problems(schema, { a: 'x'.repeat(100_000) })).toEqual([])
  })

  it('does not freeze over a pattern that is fit for short texts only, or over very many of them', () => {
    const one = { type: 'string', pattern: 'a*a*a*b' }
    const list = { type: 'object', properties: { all: { type: 'array', items: one } } }
    const name = {
      type: 'object',
      patternProperties: { 'a*a*a*b': { type: 'integer' } },
      additionalProperties: false,
    }
    const long = 'a'.repeat(400)
    const startedAt = performance.now()
    expect(problems(list, { all: ['c'] })).toEqual(['/all/0 pattern'])
    expect(problems(list, { all: [long] })).toEqual([])
    expect(problems(list, { all: Array(5000).fill('a'.repeat(30)) })).toEqual([])
    expect(problems(name, { [long]: 1 })).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

describe('readField', () => {
  it('sees what a field is through null, unions, references and titles', () => {
    const root = prepared({
      type: 'object',
      $defs: { level: { enum: ['low', 'high'] } },
      properties: {
        maybe: { type: ['string', 'null'] },
        also: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        level: { $ref: '#/$defs/level', description: 'How loud' },
        titled: {
          oneOf: [
            { const: 'a', title: 'First' },
            { const: 'b', title: 'Second' },
          ],
        },
        tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
        tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
        anything: {},
        multi: { type: ['string', 'number'] },
        map: { type: 'object', additionalProperties: { type: 'number' } },
      },
    })
    const kinds = Object.entries(root['properties'] as JsonObject).map(([name, schema]) => {
      const { field, nullable } = readField(schema, root)
      return `${name} ${field.kind}${nullable ? '?' : ''}`
    })
    expect(kinds).toEqual([
      'maybe string?',
      'also number?',
      'level enum',
      'titled enum',
      'tags set',
      'tuple any',
      'anything any',
      'multi choice',
      'map object',
    ])
  })
})

describe('parseTypedJson', () => {
  it('says where it stops being JSON', () => {
    expect(parseTypedJson('{\n  "a": 1,\n  b\n}')).toMatchObject({
      mistake: { line: 3, column: 3 },
    })
    expect(parseTypedJson('{"a": ')).toMatchObject({ mistake: { line: 1, column: 7 } })
    expect(parseTypedJson('{"a": [1]}')).toEqual({ ok: true, value: { a: [1] } })
  })

  /** @threat inbound.two-readings */
  it.each([
    ['repeated-key', '{"a": 1,\n "a": 2}'],
    ['forbidden-key', '{"b": 1,\n "__proto__": 2}'],
    ['inexact-number', '[1,\n 9007199254740993]'],
  ])('refuses what would not be sent as it was typed: %s', (reason, text) => {
    expect(parseTypedJson(text)).toEqual({ ok: false, mistake: { reason, line: 2, column: 2 } })
  })
})
