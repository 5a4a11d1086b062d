import type { AskProblem } from '@gatehouse/domain/server-requests'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { Locale } from '../../../lib/words/locale.ts'
import { PreviousFailure } from './previous-failure.tsx'

afterEach(cleanup)

function shown(problem: Partial<AskProblem>, locale: Locale): HTMLElement {
  const whole = { code: '', message: 'An English sentence of main.', data: {}, ...problem }
  render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <PreviousFailure title="-" problem={whole} />
      </KitProvider>
    </LanguageProvider>,
  )
  return screen.getByRole('alert')
}

const failure = {
  code: 'overloaded',
  message: 'The model is overloaded.',
  detail: 'Try\u202e later.',
}
const reasons: [string, Partial<AskProblem>, string][] = [
  ['a page that was not opened', { code: 'link/failed' }, '无法启动浏览器。'],
  ['an address that is not opened', { code: 'link/refused' }, '未打开此链接。'],
  ['a run that was stopped', { code: 'sampling/stopped' }, '你就停止了它。'],
  ['a call that cannot be made', unusable('weather'), '模型调用“weather”时'],
  [
    'a run that its provider refused',
    { code: 'model/failed', data: { failure } },
    '提供方负载过高。',
  ],
  ['a fault of the app', { code: 'ask/failed' }, 'Gatehouse 出了点问题。'],
]

function unusable(tool: string): Partial<AskProblem> {
  return { code: 'sampling/unusable-arguments', data: { tool } }
}

it.each(reasons)(
  'the reason on a card is in the language of the window: %s',
  (_name, problem, words) => {
    const text = shown(problem, 'zh-CN').textContent
    expect(text).toContain(words)
    expect(text).not.toContain('English sentence')
    proves('ask.reason.language')
  },
)

it.each(['en', 'zh-CN'] as const)(
  'what a provider said is set apart as its words, in %s',
  (locale) => {
    const alert = shown({ code: 'model/failed', data: { failure } }, locale)
    const quote = alert.querySelector('blockquote')
    expect(quote?.textContent).toBe('TryU+202E later.')
    expect(alert.querySelector('figcaption')?.textContent).toBe(
      locale === 'en' ? 'Message from the provider' : '提供方的说明',
    )
    quote?.remove()
    expect(alert.textContent).not.toContain('later.')
    proves('ask.reason.quoted')
  },
)

it('hidden characters of a name that a model made up are named', () => {
  const alert = shown(unusable('we\u200bather'), 'en')
  expect(alert.textContent).toContain('“we[U+200B]ather”')
})

it('a reason of an earlier version, or without words here, is shown as main wrote it', () => {
  expect(shown({ code: 'from/later' }, 'zh-CN').textContent).toContain(
    'An English sentence of main.',
  )
})
