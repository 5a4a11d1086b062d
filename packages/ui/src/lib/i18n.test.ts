import { describe, expect, it } from 'vitest'
import { en } from '../locales/en/index.ts'
import { zhCN } from '../locales/zh-CN/index.ts'
import { createI18n, pickLocale } from './i18n.ts'

function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value ?? {}).flatMap(([key, child]) =>
    flatten(child, path ? `${path}.${key}` : key),
  )
}

/** Plural endings differ between languages; the key before them must not. */
function stem(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '')
}

function variables(text: string): string[] {
  return [...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map((match) => match[1] ?? '').sort()
}

function variablesByStem(resources: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [key, text] of flatten(resources)) {
    // The plural that shows the number decides: 'one' may leave {{count}} out.
    if (key.endsWith('_one')) continue
    found.set(stem(key), variables(text))
  }
  return found
}

describe('locales', () => {
  it('have the same keys and interpolation variables', () => {
    const english = variablesByStem(en)
    const chinese = variablesByStem(zhCN)
    expect(english.size).toBeGreaterThan(20)
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, names] of english) expect([key, chinese.get(key)]).toEqual([key, names])
  })

  it('leave no text empty', () => {
    const empty = [...flatten(en), ...flatten(zhCN)].filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  })

  it('use no English ellipsis of three dots or straight quotes in Chinese', () => {
    const wrong = flatten(zhCN).filter(([, text]) =>
      /\.\.\.|(?<=[\u4e00-\u9fff])[,;:?!](?=[\u4e00-\u9fff]|$)/.test(text),
    )
    expect(wrong).toEqual([])
  })
})

describe('createI18n', () => {
  it('is ready without waiting', () => {
    expect(createI18n('zh-CN').t('actions.cancel')).toBe('取消')
    expect(createI18n('en').t('actions.cancel')).toBe('Cancel')
  })

  it('names hidden characters in whatever is filled in', () => {
    const { t } = createI18n('en')
    expect(t('errors:code.nameTaken', { name: 'git\u200Bhub <b> & \u202E' })).toContain(
      'git[U+200B]hub <b> & [U+202E]',
    )
  })

  it('makes instances that do not share a language', async () => {
    const first = createI18n('en')
    const second = createI18n('en')
    await second.changeLanguage('zh-CN')
    expect(first.t('actions.undo')).toBe('Undo')
    expect(second.t('actions.undo')).toBe('撤销')
  })
})

describe('pickLocale', () => {
  it('takes the first language it has, whatever script or region follows', () => {
    expect(pickLocale(['de-DE', 'zh-Hans-CN', 'en-US'])).toBe('zh-CN')
    expect(pickLocale(['en_GB', 'zh-CN'])).toBe('en')
    expect(pickLocale(['fr-FR'])).toBe('en')
    expect(pickLocale([])).toBe('en')
  })
})
