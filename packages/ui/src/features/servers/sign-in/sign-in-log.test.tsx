import type { SignInNote, SignInView } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { signInLog } from '../../../locales/en/servers/sign-in-log.ts'
import { SignInLog } from './sign-in-log.tsx'

afterEach(cleanup)

const ENGLISH = 'What main wrote in English'

function linesOf(notes: readonly (SignInNote | undefined)[]): string[] {
  const trace = notes.map((note, index): SignInView['trace'][number] => ({
    seq: index + 1,
    at: 1,
    step: 'client',
    text: ENGLISH,
    ...(note ? { note } : {}),
  }))
  render(
    <LanguageProvider locale="zh-CN">
      <KitProvider>
        <SignInLog trace={trace} server="Issues" />
      </KitProvider>
    </LanguageProvider>,
  )
  return screen.getAllByRole('listitem').map((line) => line.textContent)
}

it('every line that has words is told in the language of the window', () => {
  const values = { problem: 'denied', why: 'state', count: 70, method: 'none', host: 'a.example' }
  const { none: _word, unexpected_one: _one, unexpected_other: _other, ...own } = signInLog
  const codes = [...Object.keys(own), 'unexpected', 'ended'] as SignInNote['code'][]
  const lines = linesOf(codes.map((code) => ({ code, values })))
  expect(lines.length).toBeGreaterThan(30)
  const ended = lines.pop()
  for (const line of lines) {
    expect(line).toMatch(/客户端.*\p{Script=Han}/u)
    expect(line).not.toContain(ENGLISH)
  }
  expect(lines.some((line) => line.includes('共 70 次'))).toBe(true)
  // How it ended is told in both: what main wrote names the very address or response.
  expect(ended).toContain('授权服务器')
  expect(ended).toContain(ENGLISH)
  proves('signin.page.language')
})

it('a line of addresses and numbers is as it is, and what was not named is called so', () => {
  const note = { code: 'scopes-unnamed', values: { scopes: '' } } as const
  const [plain, unnamed] = linesOf([undefined, note])
  expect(plain).toContain(ENGLISH)
  expect(unnamed).toContain('无：服务器未指定')
})

it('hidden characters that a server put into an address are named', () => {
  const [line] = linesOf([{ code: 'found', values: { url: 'https://a.example/\u202e' } }])
  expect(line).toContain('U+202E')
})
