import { describe, expect, it } from 'vitest'
import { expandTemplate, templateVariables } from './uri-template.ts'

describe('the variables of a URI template', () => {
  it('are not lost for any operator, modifier or repetition', () => {
    expect(templateVariables('{scheme}://x{/path*}{?q,page:3}{&q}{#part}')).toEqual([
      { name: 'scheme', list: false, required: true },
      { name: 'path', list: true, required: true },
      { name: 'q', list: false, required: false },
      { name: 'page', list: false, required: false },
      { name: 'part', list: false, required: false },
    ])
  })

  it('cannot break out of their place in the address', () => {
    expect(expandTemplate('notes://{id}/text', { id: '../a b?c=世' })).toBe(
      'notes://..%2Fa%20b%3Fc%3D%E4%B8%96/text',
    )
  })

  it('make no empty query when nothing is given, and one entry for each value of a list', () => {
    expect(expandTemplate('n://x/{id}{?tags*}', { id: '1' })).toBe('n://x/1')
    expect(expandTemplate('n://x/{id}{?tags*}', { id: '1', tags: 'a, b' })).toBe(
      'n://x/1?tags=a&tags=b',
    )
  })

  it('named like a property of every object are not filled in by it', () => {
    expect(expandTemplate('n://x/{constructor}', {})).toBe('n://x/')
  })
})
