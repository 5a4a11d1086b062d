import type { ChangeMeaning, ToolApprovalAsk, ToolChange } from '@gatehouse/domain'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { sampleAsks } from '../../../lib/samples/sample-chats.ts'
import { ChangedDefinition } from './changed-definition.tsx'
import { ToolWarnings } from './tool-warnings.tsx'

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

it('arguments, hints and what is only named are shown in words', () => {
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
    'Tool annotation by the server: readOnlyHint',
    'not set',
    'Tool metadata (_meta)',
    '3 more changes',
  ])
    expect(text).toContain(words)
  cleanup()
  show(changes, 3, 'zh-CN')
  expect(screen.getByText('新增参数：context')).toBeTruthy()
})

it('what a change means is shown in words, in both languages', () => {
  const meanings: ChangeMeaning[] = [
    { kind: 'hidden', place: { part: 'description' } },
    { kind: 'instructions', place: { part: 'argument', name: 'path' } },
    { kind: 'new-argument', name: 'context', required: true },
    { kind: 'widened', name: 'mode', values: ['delete', 'x\u202ey'] },
    { kind: 'widened', name: 'any', values: [] },
    { kind: 'ui-resource', before: null, after: 'ui://other' },
    { kind: 'may-write' },
  ]
  const shown = (locale: 'en' | 'zh-CN') => {
    const { container } = render(
      <LanguageProvider locale={locale}>
        <KitProvider>
          <ChangedDefinition changes={{ changes: [], more: 0, meanings }} />
        </KitProvider>
      </LanguageProvider>,
    )
    return [...container.querySelectorAll('[data-testid=change-meanings] > li')].map(
      (line) => line.textContent,
    )
  }
  const words = shown('en')
  expect(words).toEqual([
    'The description now has invisible characters.',
    'Argument path contains new text that reads like instructions to the model.',
    'New required argument: context. The model will fill it in.',
    expect.stringMatching(/^Argument mode accepts more values: delete, x.*y$/),
    'Argument any now accepts any value.',
    'The tool now names another UI resource, which Gatehouse does not display: ui://other',
    'The server no longer marks this tool as read-only.',
  ])
  expect(words.join('')).not.toContain('\u202e')
  cleanup()
  expect(shown('zh-CN')[0]).toBe('说明中现在含有不可见字符。')
})

it('another name and a name like another server’s are shown on the card of a call', () => {
  const [sample] = sampleAsks as [ToolApprovalAsk]
  render(
    <LanguageProvider locale="en">
      <KitProvider>
        <ToolWarnings
          serverName={sample.serverName}
          toolName={sample.tool.name}
          warnings={{
            renamedFrom: 'read_file',
            similar: [{ serverName: 'bank', toolName: 'send_money' }],
          }}
        />
      </KitProvider>
    </LanguageProvider>,
  )
  expect(screen.getByText(/^You allowed this tool under another name: read_file\./)).toBeTruthy()
  expect(screen.getByTestId('similar-tool').textContent).toBe(
    'bank has a tool with the same or a similar name: send_money. This call goes to filesystem.',
  )
})
