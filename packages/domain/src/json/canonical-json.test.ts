import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('the canonical text of a JSON value (RFC 8785)', () => {
  it('is what the RFC gives as its example', () => {
    const value: unknown = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    )
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts keys by UTF-16 code units, as the RFC’s second example does', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
    expect(text).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
  })

  it('keeps what other serializers lose: a __proto__ key, an empty key, lone surrogates apart', () => {
    const value: unknown = JSON.parse('{"__proto__":{"admin":true},"":1,"constructor":2}')
    expect(canonicalJson(value)).toBe('{"":1,"__proto__":{"admin":true},"constructor":2}')
    expect(canonicalJson('\ud800')).not.toBe(canonicalJson('\ud801'))
    expect(canonicalJson('\ud800')).not.toBe(canonicalJson('\ufffd'))
    expect(canonicalJson('\ud800')).not.toBe(canonicalJson(String.raw`\ud800`))
  })

  it('is the same for what is the same on the wire, and only then', () => {
    expect(canonicalJson(-0)).toBe(canonicalJson(0))
    expect(canonicalJson({ a: undefined, b: 1 })).toBe(canonicalJson({ b: 1 }))
    expect(canonicalJson([undefined])).toBe('[null]')
    expect(canonicalJson('1')).not.toBe(canonicalJson(1))
  })

  it('has no text for a number that JSON cannot hold', () => {
    for (const value of [Infinity, -Infinity, NaN])
      expect(() => canonicalJson({ value })).toThrow(TypeError)
  })
})
