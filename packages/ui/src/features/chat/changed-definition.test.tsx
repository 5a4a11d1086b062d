import type { ToolChange } from '@gatehouse/domain'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { LanguageProvider } from '../../lib/i18n.ts'
import { ChangedDefinition } from './changed-definition.tsx'

afterEach(cleanup)

function show(changes: ToolChange[], more = 0, locale: 'en' | 'zh-CN' = 'en') {
  return render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <ChangedDefinition changes={{ changes, more }} />
      </KitProvider>
    </LanguageProvider>,
  ).container
}

it('the words that came and went in a description are marked, hidden characters revealed', () => {
  const container = show([
    {
      part: 'description',
      before: 'Search for files by name.',
      after: 'Search for files by content\u202e.',
    },
  ])
  expect(container.querySelector('del')?.textContent).toContain('name')
  expect(container.querySelector('ins')?.textContent).toContain('content')
  expect(container.textContent).not.toContain('\u202e')
})

it('arguments, hints and what is only named are told in words', () => {
  const changes: ToolChange[] = [
    { part: 'argument', name: 'context', change: 'added', before: '', after: '{}' },
    { part: 'argument', name: 'path', change: 'now-required', before: '{}', after: '{}' },
    { part: 'annotation', name: 'readOnlyHint', before: 'true', after: null },
    { part: 'other', what: 'meta' },
  ]
  const text = show(changes, 3).textContent
  for (const words of [
    'New argument: context',
    'Argument now required: path',
    'What the server says of the tool: readOnlyHint',
    'not said',
    'Extra data of the tool (_meta)',
    '3 more changes',
  ])
    expect(text).toContain(words)
  cleanup()
  show(changes, 3, 'zh-CN')
  expect(screen.getByText('新增参数：context')).toBeTruthy()
})
