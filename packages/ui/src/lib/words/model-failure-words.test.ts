import { modelFailureSchema } from '@gatehouse/domain'
import { describe, expect, it } from 'vitest'
import { createLanguage } from './i18n.ts'
import { modelFailureWords, readModelFailure } from './model-failure-words.ts'

const { code, reason } = modelFailureSchema.shape
const reasons = reason.unwrap().unwrap().options

describe.each(['en', 'zh-CN'] as const)('in %s', (locale) => {
  const words = modelFailureWords(createLanguage(locale))

  it.each(code.options)('%s without a status is a whole sentence', (failed) => {
    const text = words({ code: failed })
    expect(text).toMatch(/[.。]$/)
    expect(text).not.toMatch(/HTTP\s*[.。]|\{\{|undefined/)
  })

  it('each reason has words of its own', () => {
    const texts = reasons.map((one) => words({ code: 'bad-request', reason: one }))
    expect(new Set([...texts, words({ code: 'bad-request' })]).size).toBe(reasons.length + 1)
  })
})

it('a reason of a newer version leaves the words of the code', () => {
  const failure = { code: 'bad-request', reason: 'other', message: 'x' }
  expect(readModelFailure(failure)).toEqual({ code: 'bad-request' })
  expect(modelFailureSchema.parse(failure).reason).toBeUndefined()
})
