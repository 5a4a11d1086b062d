import { describe, expect, it } from 'vitest'
import { findTrigger, isInText } from './trigger.ts'

const at = (text: string) => findTrigger(text.replace('|', ''), text.indexOf('|'))

describe('a trigger', () => {
  it('stands at the start of the text or after white space, and nowhere else', () => {
    expect(at('/|')).toEqual({ kind: 'prompt', start: 0, query: '' })
    expect(at('Now /rev|')).toEqual({ kind: 'prompt', start: 4, query: 'rev' })
    expect(at('one\n@no|te')).toEqual({ kind: 'resource', start: 4, query: 'no' })
    expect(at('\u3000/文|')).toEqual({ kind: 'prompt', start: 1, query: '文' })
    for (const none of ['|', 'a/b|', 'ada@example.org|', '/ |', '|/', 'and/or /x y|'])
      expect(at(none)).toBeNull()
  })

  it('follows punctuation that has no space behind it, and an @ letters of scripts without spaces', () => {
    for (const text of ['请看', 'これを', 'カレンダー', '이것을', '请看：', '（', '𠀀'])
      expect(at(`${text}@re|`)).toEqual({ kind: 'resource', start: text.length, query: 're' })
    expect(at('好的，/re|')).toEqual({ kind: 'prompt', start: 3, query: 're' })
    expect(at('看@文件/说|')).toEqual({ kind: 'resource', start: 1, query: '文件/说' })
    expect(isInText('请看@re', { kind: 'resource', start: 2, query: 're' })).toBe(true)
    for (const none of ['和/|', '和/或|', 'é@|', '1@|']) expect(at(none)).toBeNull()
  })

  it('of a word that is longer than any name is none', () => {
    expect(at(`/${'x'.repeat(100)}|`)).not.toBeNull()
    expect(at(`/${'x'.repeat(101)}|`)).toBeNull()
    expect(at(`${'x'.repeat(90)}/${'x'.repeat(100)}|`)).toBeNull()
  })

  it('is gone once the text has something else at its place', () => {
    const trigger = { kind: 'prompt', start: 4, query: 're' } as const
    expect(isInText('Now /review', trigger)).toBe(true)
    expect(isInText('Now @review', trigger)).toBe(false)
    expect(isInText('', trigger)).toBe(false)
    expect(isInText('Nows/re', trigger)).toBe(false)
  })
})
