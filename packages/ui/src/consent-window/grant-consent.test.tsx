import type { ConsentRequest, ToolAnnotations } from '@gatehouse/domain'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../kit/index.ts'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { GrantConsent } from './grant-consent.tsx'

afterEach(cleanup)

function shown(annotations?: ToolAnnotations, title?: string): HTMLElement {
  const request: Extract<ConsentRequest, { kind: 'grant' }> = {
    kind: 'grant',
    scope: 'chat',
    serverName: 'files',
    serverHue: 1,
    conversationTitle: 'Notes',
    workspace: null,
    tool: {
      name: 'write',
      inputSchema: {},
      ...(title === undefined ? {} : { title }),
      ...(annotations ? { annotations } : {}),
    },
  }
  const { container } = render(
    <LanguageProvider locale="en">
      <KitProvider>
        <GrantConsent request={request} decide={() => Promise.resolve(true)} />
      </KitProvider>
    </LanguageProvider>,
  )
  return container
}

it('names what the server declares, and what it declares nothing about, each as that', () => {
  const declared = shown({ destructiveHint: true, openWorldHint: true }).textContent
  expect(declared).toContain('Declared destructive by the server')
  expect(declared).toContain('Declared open-world by the server')
  expect(declared).not.toContain('declares nothing')
  cleanup()
  const undeclared = shown({ readOnlyHint: false }).textContent
  expect(undeclared.match(/the server declares nothing about that/gu)).toHaveLength(2)
  expect(undeclared).not.toContain('Declared')
})

it('names the tool as its card does, and a long title pushes its name out of no heading', () => {
  const heading = (title: string) => shown({}, title).querySelector('h2')?.textContent
  expect(heading('Write file')).toBe('filesWrite filewrite')
  cleanup()
  const long = 'Read a file '.repeat(400)
  expect(heading(long)?.length).toBeLessThan(120)
  expect(document.body.textContent).toContain(long.trim())
})
