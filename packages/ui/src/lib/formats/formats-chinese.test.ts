import { expect, it } from 'vitest'
import { formatsOf } from './formats.ts'
import { createLanguage } from '../words/i18n.ts'

const zh = formatsOf(createLanguage('zh-CN'))
const en = formatsOf(createLanguage('en'))
const at = new Date(2026, 10, 7, 9, 5).getTime()

it('a Chinese date has spaces around its digits, and no line breaks within it', () => {
  expect(zh.moment(at)).toBe('2026\u00A0年\u00A011\u00A0月\u00A07\u00A0日 09:05')
  expect(zh.day(at)).toBe('2026\u00A0年\u00A011\u00A0月\u00A07\u00A0日')
  expect(zh.heading(at, at)).toBe('11\u00A0月\u00A07\u00A0日')
  expect(zh.month('2026-11')).toBe('2026\u00A0年\u00A011\u00A0月')
  expect(en.day(at)).toBe('Nov 7, 2026')
})

it('a Chinese count of tokens has a space before its unit', () => {
  expect(zh.tokens(26_800)).toBe('2.68\u00A0万')
  expect(zh.tokens(9000)).toBe('9,000')
  expect(en.tokens(26_800)).toBe('26.8K')
})

it('a Chinese list has spaces around its last word between Latin names, and changes no name', () => {
  expect(zh.list(['city', 'count'])).toBe('city 和 count')
  expect(zh.list(['图片', '音频'])).toBe('图片和音频')
  expect(zh.list(['a和b', '音频'])).toBe('a和b 和音频')
  expect(en.list(['city', 'count'])).toBe('city and count')
})
