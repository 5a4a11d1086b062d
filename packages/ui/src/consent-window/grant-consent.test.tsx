import type { ConsentRequest, ToolAnnotations } from '@gatehouse/domain'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../kit/index.ts'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { GrantConsent } from './grant-consent.tsx'

afterEach(cleanup)

function shown(annotations?: ToolAnnotations): string {
  const request: Extract<ConsentRequest, { kind: 'grant' }> = {
    kind: 'grant',
    scope: 'chat',
    serverName: 'files',
    serverHue: 1,
    conversationTitle: 'Notes',
    workspace: null,
    tool: { name: 'write', inputSchema: {}, ...(annotations ? { annotations } : {}) },
  }
  const { container } = render(
    <LanguageProvider locale="en">
      <KitProvider>
        <GrantConsent request={request} decide={() => Promise.resolve(true)} />
      </KitProvider>
    </LanguageProvider>,
  )
  return container.textContent
}

it('names what the server declares, and what it declares nothing about, each as that', () => {
  const declared = shown({ destructiveHint: true, openWorldHint: true })
  expect(declared).toContain('Declared destructive by the server')
  expect(declared).toContain('Declared open-world by the server')
  expect(declared).not.toContain('declares nothing')
  cleanup()
  const undeclared = shown({ readOnlyHint: false })
  expect(undeclared.match(/the server declares nothing about that/gu)).toHaveLength(2)
  expect(undeclared).not.toContain('Declared')
})
