import { proves } from '@gatehouse/testkit/proves'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { Locale } from '../../../lib/words/locale.ts'
import { ArgumentProblems } from './argument-problems.tsx'

afterEach(cleanup)

it.each<[Locale, string[]]>([
  ['en', ['“query” is required and missing.', '“sql” is unknown.']],
  ['zh-CN', ['缺少必填参数“query”。', '参数“sql”未知。']],
])('members that are missing or unknown are named on the card, in %s', (locale, words) => {
  render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <ArgumentProblems
          problems={[
            { kind: 'missing', path: 'query' },
            { kind: 'unknown', path: 'sql' },
          ]}
        />
      </KitProvider>
    </LanguageProvider>,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(words)
  proves('chat.arguments-fit.marked')
})
