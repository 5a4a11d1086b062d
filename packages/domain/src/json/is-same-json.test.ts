import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { isSameJson } from './is-same-json.ts'

test.each<[string, boolean]>([
  ['{"b": [1, 2], "a": null}', true],
  [' {"a":null,"b":[1,2]} ', true],
  ['{"a":null,"b":[2,1]}', false],
  ['The rows are [1, 2].', false],
  ['{"a":', false],
])('%s is the JSON of the value: %s', (text, isSame) => {
  expect(isSameJson(text, canonicalJson({ a: null, b: [1, 2] }))).toBe(isSame)
})
