import { describe, expect, test } from 'vitest'
import { readToolArguments } from './read-tool-arguments.ts'

describe('arguments as a model wrote them', () => {
  /**
   * @threat inbound.two-readings
   * @attacker model
   * @tries To write arguments that are read in two ways: a key twice, a number that changes, a value that is none.
   * @stoppedBy Arguments of tools are read exactly or refused, in words that the model gets.
   */
  test.each([
    ['a hidden key', '{"a":{"__proto__":{"admin":true}}}', '"__proto__"'],
    ['an escaped hidden key', String.raw`{"\u005f\u005fproto__":1}`, '"__proto__"'],
    ['a key twice', '{"path":"/safe","path":"/etc"}', 'same key twice'],
    ['a large number', '{"id":9007199254740993}', '9007199254740993'],
    ['a number that is none', '{"n":1e400}', '1e400'],
    ['deep nesting', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, '128 levels'],
    ['a long text', `{"a":"${'x'.repeat(1_048_577)}"}`, '1,048,576'],
    ['a key twice in a quoted object', JSON.stringify('{"a":1,"a":2}'), 'same key twice'],
  ])(
    'arguments that would not be sent as they were written are refused: %s',
    (_what, text, words) => {
      const read = readToolArguments(text, false)
      expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(words) })
      expect(read).toMatchObject({ problem: expect.stringContaining('was not run') })
    },
  )

  test.each(['', '  ', '{"path": "/a', '"{'])(
    'of a call that was cut off nothing is taken for whole: %j',
    (text) => {
      expect(readToolArguments(text, true)).toEqual({
        ok: false,
        problem: expect.stringContaining('cut off') as string,
      })
    },
  )

  test('a call that came whole before the answer was cut off is taken', () => {
    expect(readToolArguments('{"path":"/a"}', true)).toEqual({
      ok: true,
      arguments: { path: '/a' },
    })
  })

  test.each([
    ['', {}],
    [
      '{"a":-0,"b":"\\ud800","constructor":{"prototype":1}}',
      { a: -0, b: '\ud800', constructor: { prototype: 1 } },
    ],
    [JSON.stringify('{"a":1}'), { a: 1 }],
  ])('everything else is taken as it is: %s', (text, value) => {
    expect(readToolArguments(text, false)).toEqual({ ok: true, arguments: value })
  })
})
