import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { en as atFirst } from '../../locales/en/index.ts'
import { auditCheck } from '../../locales/en/audit-check.ts'
import { backup } from '../../locales/en/backup.ts'
import { fileChange } from '../../locales/en/chat/file-change.ts'
import { mode } from '../../locales/en/chat/mode.ts'
import { sampling } from '../../locales/en/sampling.ts'
import { zhCN as atFirstZh } from '../../locales/zh-CN/index.ts'
import { signInLog } from '../../locales/en/servers/sign-in-log.ts'
import { auditCheck as auditCheckZh } from '../../locales/zh-CN/audit-check.ts'
import { backup as backupZh } from '../../locales/zh-CN/backup.ts'
import { fileChange as fileChangeZh } from '../../locales/zh-CN/chat/file-change.ts'
import { mode as modeZh } from '../../locales/zh-CN/chat/mode.ts'
import { sampling as samplingZh } from '../../locales/zh-CN/sampling.ts'
import { signInLog as signInLogZh } from '../../locales/zh-CN/servers/sign-in-log.ts'
import { addWords, createLanguage, pickLocale, type Language } from './i18n.ts'

const en = { ...atFirst, auditCheck, backup, fileChange, mode, sampling, signInLog }
const zhCN = {
  ...atFirstZh,
  auditCheck: auditCheckZh,
  backup: backupZh,
  fileChange: fileChangeZh,
  mode: modeZh,
  sampling: samplingZh,
  signInLog: signInLogZh,
}

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

describe('what the interface says of folders', () => {
  it('is that roots inform a server of them, and nowhere that they keep a program from others', () => {
    const [note, noteZh] = [en.workspaces.note, zhCN.workspaces.note]
    expect(note).toMatch(/not a restriction: they do not limit which files a program can read/)
    expect(noteZh).toMatch(/不限制程序能读取哪些文件/)
    const claims =
      /\b(?:see|sees|read|reads|access)\b[^.]*\bonly\b[^.]*\bfolders?\b|\bonly\b[^.]*\b(?:see|read|access)\b[^.]*\bfolders?\b|Folders it sees|只能[^。]*文件夹/i
    for (const claim of [
      'Servers see only the folders checked here',
      'Folders it sees: None',
      '服务器只能看到这里勾选的文件夹',
    ])
      expect(claim).toMatch(claims)
    const claimed = [...flatten(en), ...flatten(zhCN)].filter(([, text]) => claims.test(text))
    expect(claimed).toEqual([])
  })
})

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

it('texts in Chinese address the reader as 你', () => {
  const folders = ['../../locales/zh-CN', '../../../../../apps/desktop/src/main']
  const formal = folders.flatMap((folder) => {
    const root = join(import.meta.dirname, folder)
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    expect(files.length).toBeGreaterThan(30)
    return files.filter((name) => readFileSync(join(root, name), 'utf8').includes('您'))
  })
  expect(formal).toEqual([])
})

describe('createLanguage', () => {
  it('is ready without waiting', () => {
    expect(createLanguage('zh-CN').words('common')('actions.cancel')).toBe('取消')
    expect(createLanguage('en').words('common')('actions.cancel')).toBe('Cancel')
  })

  it('has words that were added after it was made', () => {
    const language = createLanguage('zh-CN')
    addWords('sampling', { en: sampling, 'zh-CN': samplingZh })
    expect(language.words('sampling')('message.add')).toBe(samplingZh.message.add)
  })

  /** @threat shown.unseen-name */
  it('names hidden characters in whatever is filled in', () => {
    const t = createLanguage('en').words('errors')
    expect(t('code.server/name-taken', { name: 'git\u200Bhub <b> & \u202E' })).toContain(
      'git[U+200B]hub <b> & [U+202E]',
    )
  })

  it('writes every number that is filled in as the language does, and leaves text as it is', () => {
    const t = createLanguage('en').words('errors')
    expect(t('code.chat/too-many-presets', { count: 12_345 })).toContain('12,345')
    expect(t('code.chat/import-refused.damaged', { line: 0.25 })).toContain('0.25')
    expect(t('code.server/name-taken', { name: '12345' })).toContain('12345')
  })

  it('remembers sentences with nothing filled in, and no others', () => {
    const t = createLanguage('en').words('chat')
    expect(t('untitled')).toBe(t('untitled'))
    expect(t('list.more', { title: 'a' })).not.toBe(t('list.more', { title: 'b' }))
  })

  it('makes once what is made of it, for each language apart', () => {
    const make = vi.fn<(language: Language) => { locale: string }>(({ locale }) => ({ locale }))
    const [english, chinese] = [createLanguage('en'), createLanguage('zh-CN')]
    expect(english.once(make)).toBe(english.once(make))
    expect(chinese.once(make)).toEqual({ locale: 'zh-CN' })
    expect(make).toHaveBeenCalledTimes(2)
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
