import type { JsonObject } from '@gatehouse/domain'
import { beforeAll, expect, it } from 'vitest'
import { createLanguage } from '../../../lib/words/i18n.ts'
import type { Locale } from '../../../lib/words/locale.ts'
import { loadTranslations } from '../../../lib/words/words.ts'
import { summarizeArguments } from './call-summary.ts'

beforeAll(() => Promise.all([loadTranslations('en'), loadTranslations('zh-CN')]))

const summary = (args: JsonObject, locale: Locale = 'en') =>
  summarizeArguments(args, createLanguage(locale).words('chat'))

it('names each value, so that a dry run and a real edit differ', () => {
  const edits = [
    { oldText: 'a', newText: 'b' },
    { oldText: 'c', newText: 'd' },
  ]
  const args = { path: '/notes/a.txt', edits }
  expect(summary({ ...args, dryRun: true })).toBe('path: /notes/a.txt · 2 edits · dryRun: true')
  expect(summary({ ...args, dryRun: false })).toBe('path: /notes/a.txt · 2 edits')
  expect(summary({ edits: edits.slice(1) })).toBe('edits: 1 item')
  expect(summary(args, 'zh-CN')).toBe('path: /notes/a.txt · edits：2 项')
})

it('leaves lists and what is true in the line, however many texts there are, and a text on its line', () => {
  const texts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, 'v\nw']))
  const line = summary({ ...texts, force: true, ids: [1, 2] })
  expect(line).toBe('k0: v w · k1: v w · k2: v w · k3: v w · force: true · 2 ids')
  expect(summary({ empty: '', none: null, off: false, deep: { a: 1 }, list: [] })).toBe('')
})
