import type { JsonObject, ToolApprovalAsk } from '@gatehouse/domain'
import { fileChangeOf, type FilePreview } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { Locale } from '../../../lib/words/locale.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { FileComparison } from './file-comparison.tsx'

afterEach(cleanup)

const [sample] = sampleAsks as [ToolApprovalAsk]

async function show(args: JsonObject, preview: FilePreview, locale: Locale = 'en') {
  const ask = { ...sample, tool: { name: 'write', inputSchema: {} }, arguments: args }
  const change = fileChangeOf(ask.tool, args)
  if (!change) throw new Error('This changes nothing.')
  render(
    <BridgeProvider
      bridge={createSampleBridge({ handlers: { 'ask.file-preview': () => preview } })}
    >
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <FileComparison ask={ask} change={change} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const found = await screen.findAllByTestId(/^file-/u)
  return found.map(({ textContent }) => textContent)
}

const text = (content: string): FilePreview => ({ kind: 'text', path: '/a', text: content })

it('shows line by line what differs from the file as it is now, with line numbers', async () => {
  const before = ['0', '1', '2', '3', 'old', '5'].join('\n')
  const [shown] = await show({ path: '/a', content: before.replace('old', 'new') }, text(before))
  expect(shown).toBe('+1−1against the file as it is now22 133 244 35−old5+new66 5')
})

/**
 * @threat writes.hidden-text
 * @attacker model
 * @tries hides what a call would write: by characters that do not show, or below many lines
 * @stoppedBy the comparison reveals such characters, counts the lines that it does not draw, and stands above the
 * arguments, which are shown whole as ever
 */
it('shows characters that hide, in a line and at its end', async () => {
  const [shown] = await show({ path: '/a', content: 'a\u202eb\u200b\r\n' }, text(''))
  expect(shown).toContain('U+202E')
  expect(shown).toContain('U+200B')
  expect(shown).toMatch(/U\+000D|CR/u)
})

it('says of a file that is not there that it is new, and of one with that content that it stays', async () => {
  const [shown] = await show({ path: '/a', content: 'x' }, { kind: 'absent', path: '/a' })
  expect(shown).toContain('+1−0No readable file is there now')
  cleanup()
  expect(await show({ path: '/a', content: 'x' }, text('x'))).toEqual([
    'The file already has this content.',
  ])
})

it('shows the edits themselves where the old text is not there, or the file is not read, and says so', async () => {
  const edit = { path: '/a', edits: [{ oldText: 'old', newText: 'new' }] }
  const edits = expect.stringContaining('1−old1+new')
  expect(await show(edit, text('other'))).toEqual([
    expect.stringContaining('The old text is not in the file as it is now'),
    edits,
  ])
  cleanup()
  const elsewhere = { kind: 'not-read', because: 'elsewhere' } as const
  expect(await show(edit, elsewhere, 'zh-CN')).toEqual([
    '未比较：文件不在此对话或该服务器的文件夹中。',
    edits,
  ])
  proves('chat.file-change.unknown')
})

/** @threat writes.hidden-text */
it('does not compare texts that differ too much, and draws a long one in parts', async () => {
  const lines = (of: string) => Array.from({ length: 1000 }, (_, at) => `${of}${at}`).join('\n')
  expect(await show({ path: '/a', content: lines('a') }, text(lines('b')))).toEqual([
    expect.stringContaining('Too much differs'),
  ])
  cleanup()
  await show({ path: '/a', content: lines('a') }, text(''))
  expect(screen.getByRole('button', { name: 'Show 700 more lines' })).toBeDefined()
})

it('says of a write into a place of the file that it is not compared', async () => {
  expect(await show({ path: '/a', content: 'x', start_line: 2 }, text('old'))).toEqual([
    'Not compared: the call writes into the file at a place that only the server works out.',
  ])
})

it('names both places of a move', async () => {
  const ask = { ...sample, tool: { name: 'move_file', inputSchema: {} } }
  render(
    <BridgeProvider bridge={createSampleBridge({})}>
      <LanguageProvider locale="en">
        <KitProvider>
          <FileComparison ask={ask} change={{ kind: 'move', path: '/a', destination: '/b' }} />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  expect(screen.getByTestId('file-change-note').textContent).toBe('Moves /a to /b')
})
