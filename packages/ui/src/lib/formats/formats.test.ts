import { expect, it } from 'vitest'
import { formatsOf } from './formats.ts'
import { createLanguage } from '../words/i18n.ts'

it.each(['en', 'zh-CN'] as const)('in %s each time of day is written with 24 hours', (locale) => {
  const { clock, moment } = formatsOf(createLanguage(locale))
  for (const hour of [0, 9, 12, 23]) {
    const at = new Date(2026, 2, 12, hour, 5).getTime()
    expect(clock(at)).toBe(`${String(hour).padStart(2, '0')}:05`)
    expect(moment(at).endsWith(clock(at))).toBe(true)
  }
})
