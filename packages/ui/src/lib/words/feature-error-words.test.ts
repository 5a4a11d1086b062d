import { expect, it } from 'vitest'
import { featureErrorWords } from './feature-error-words.ts'
import { createLanguage } from './i18n.ts'

it.each(['en', 'zh-CN'] as const)('a drive that does not respond is reported in %s', (locale) => {
  const wordsOf = featureErrorWords(createLanguage(locale))
  const words = wordsOf({ code: 'workspace/timed-out', data: {} })
  expect(words).toMatch(locale === 'en' ? /is not responding/ : /没有响应/)
})

it.each([
  ['en', /the disk with chats\.db is full/i],
  ['zh-CN', /chats\.db 所在的磁盘已满/],
] as const)('a full disk is explained in %s, with the file and a way out', (locale, words) => {
  const wordsOf = featureErrorWords(createLanguage(locale))
  expect(wordsOf({ code: 'store/disk-full', data: { file: 'chats.db' } })).toMatch(words)
})

it.each([
  ['en', 'PATH and NODE_OPTIONS'],
  ['zh-CN', 'PATH 和 NODE_OPTIONS'],
] as const)('names are listed as %s lists them', (locale, names) => {
  const wordsOf = featureErrorWords(createLanguage(locale))
  const data = { names: ['PATH', 'NODE_OPTIONS'] }
  expect(wordsOf({ code: 'server/never-secret', data })).toContain(names)
})
