import { expect, it } from 'vitest'
import { areaErrorWords } from './area-error-words.ts'
import { createLanguage } from './i18n.ts'

it.each(['en', 'zh-CN'] as const)('a drive that gives no answer is reported in %s', (locale) => {
  const wordsOf = areaErrorWords(createLanguage(locale))
  const words = wordsOf({ code: 'workspace/timed-out', data: {} })
  expect(words).toMatch(locale === 'en' ? /is not responding/ : /没有响应/)
})
