import type { ConsentRequest } from '@gatehouse/domain'
import type { ApprovalRule } from '@gatehouse/domain/approvals'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../kit/index.ts'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { ApprovalModeConsent } from './approval-mode-consent.tsx'

afterEach(cleanup)

function shown(locale: 'en' | 'zh-CN', now: ApprovalRule): string {
  const request: Extract<ConsentRequest, { kind: 'approval-mode' }> = {
    kind: 'approval-mode',
    before: 'every-call',
    after: 'changes',
    where: { kind: 'chat', title: 'Notes' },
    servers: [
      {
        id: 's1',
        name: 'files',
        hue: 1,
        tools: [{ name: 'read', title: 'Read', now, trusted: now }],
      },
    ],
  }
  const { container } = render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <ApprovalModeConsent request={request} decide={() => Promise.resolve(true)} />
      </KitProvider>
    </LanguageProvider>,
  )
  return container.textContent
}

it.each([
  ['en', 'None. What this server declares does not count until you trust it.'],
  ['zh-CN', '无。在你信任此服务器之前，它的声明不起作用。'],
] as const)(
  'in %s, a server that is not trusted runs nothing, and the list says why',
  (locale, words) => {
    expect(shown(locale, 'not-trusted')).toContain(words)
  },
)

it('a trusted server without a tool that runs has no such sentence', () => {
  expect(shown('en', 'destructive')).not.toContain('does not count until you trust it')
})
