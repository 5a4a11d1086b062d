import { expect, it } from 'vitest'
import { flatContent } from './flat-content.ts'

it('a form sends one level of texts, numbers, switches and lists of texts, and nothing else', () => {
  const content = { a: 'x', b: 1, c: false, d: ['x', 'y'], e: [] }
  expect(flatContent(content)).toEqual({ ok: true, content })
  for (const value of [null, { x: 1 }, [1], [['x']]])
    expect(flatContent({ a: 'x', bad: value })).toEqual({ ok: false, field: 'bad' })
})
