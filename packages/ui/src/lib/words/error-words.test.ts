import { expect, it } from 'vitest'
import { BridgeError } from '../bridge/bridge-error.ts'
import { errorWords } from './error-words.ts'
import { createLanguage } from './i18n.ts'

const locales = ['en', 'zh-CN'] as const

function wordsOf(locale: (typeof locales)[number], code: string, data = {}): string {
  const message = 'The sentence of main.'
  return errorWords(createLanguage(locale))(new BridgeError({ code, message, data }))
}

it.each([
  ['en', 'workspace/timed-out', {}, /is not responding/],
  ['zh-CN', 'workspace/timed-out', {}, /没有响应/],
  ['en', 'store/disk-full', { file: 'chats.db' }, /the disk with chats\.db is full/i],
  ['zh-CN', 'store/disk-full', { file: 'chats.db' }, /chats\.db 所在的磁盘已满/],
  ['en', 'server/never-secret', { names: ['PATH', 'NODE_OPTIONS'] }, /PATH and NODE_OPTIONS/],
  ['zh-CN', 'server/never-secret', { names: ['PATH', 'NODE_OPTIONS'] }, /PATH 和 NODE_OPTIONS/],
  ['en', 'store/failed', { file: 'chats.db' }, /reading from chats\.db failed/],
  ['en', 'attachment/unsupported', { kind: 'archive' }, /This is an archive/],
  ['en', 'attachment/unsupported', { kind: 'new' }, /This type cannot be attached/],
  ['en', 'attachment/unsupported', {}, /This type cannot be attached/],
  ['en', 'attachment/too-many', { count: 100 }, /up to 100 attachments/],
  ['en', 'chat/import-refused', { reason: 'damaged', line: 7 }, /Line 7 of this file/],
  [
    'en',
    'network/authorities-unusable',
    { reason: 'TOO_LARGE', name: 'ca.pem' },
    /ca\.pem is larg/,
  ],
  ['en', 'request/timed-out', { waitedMs: 1500 }, /within 2 s/],
  ['en', 'import/unreadable', { code: 'not-json' }, /\w/],
] as const)('in %s, %s with %o has its own words', (locale, code, data, words) => {
  expect(wordsOf(locale, code, data)).toMatch(words)
})

it.each(['chat/unheard-of', 'import/unreadable', 'model/failed', ''])(
  'the code %j without words of its own has the sentence of main',
  (code) => {
    expect(wordsOf('en', code)).toBe('The sentence of main.')
  },
)

it('an error that is none of main says that the window failed', () => {
  expect(errorWords(createLanguage('en'))(new TypeError('x is not a function'))).toMatch(
    /went wrong in this window/,
  )
})
