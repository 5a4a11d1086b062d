import { describe, expect, it } from 'vitest'
import { assertNameFree } from './assert-name-free.ts'

const servers = [
  { id: '1', name: 'github' },
  { id: '2', name: 'files\u200B' },
]
const coded = (code: string, name: string): unknown =>
  expect.objectContaining({ code, data: { name } })

describe('the name of a server', () => {
  /** @threat shown.lookalike-name */
  it('refuses a lookalike in words that name the other server', () => {
    expect(() => assertNameFree({ name: 'gіthub' }, servers)).toThrow(
      coded('server/name-lookalike', 'github'),
    )
    expect(() => assertNameFree({ name: 'gіthub' }, servers)).toThrow(/another server, github/)
    expect(() => assertNameFree({ name: 'files' }, servers)).toThrow(
      coded('server/name-lookalike', 'files\u200B'),
    )
  })

  it('is taken when only case differs', () => {
    expect(() => assertNameFree({ name: 'GitHub' }, servers)).toThrow(
      coded('server/name-taken', 'github'),
    )
  })

  it('may stay as it is, and may change to anything else', () => {
    expect(() => assertNameFree({ id: '2', name: 'files\u200B' }, servers)).not.toThrow()
    expect(() => assertNameFree({ id: '2', name: 'files' }, servers)).not.toThrow()
    expect(() => assertNameFree({ id: '2', name: 'g1thub' }, servers)).not.toThrow()
    expect(() => assertNameFree({ id: '2', name: 'gith\u057Db' }, servers)).toThrow(/looks like/)
  })
})
