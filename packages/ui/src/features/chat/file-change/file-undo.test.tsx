import { GatehouseError, type ToolCall } from '@gatehouse/domain'
import type { FileUndo as Undo, UndoPreview } from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import type { Locale } from '../../../lib/words/locale.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { FileUndo } from './file-undo.tsx'

afterEach(cleanup)

const kept: Undo = {
  state: 'kept',
  files: [
    {
      folder: '/site',
      path: 'a.md',
      before: { kind: 'absent' },
      after: { kind: 'file', sha256: 'x' },
    },
  ],
}
const text = (words: string) => ({ kind: 'text', text: words }) as const
const absent = { kind: 'absent' } as const

interface Shown {
  undo?: Undo
  preview?: Partial<UndoPreview>
  locale?: Locale
  onUndo?: (input: unknown) => void
}

function show({ undo = kept, preview = {}, locale = 'en', onUndo = () => undefined }: Shown) {
  const call = { id: 'c', result: { isError: false, content: [] } } as unknown as ToolCall
  const files = [{ path: '/site/a.md', now: text('new\n'), restored: text('old\n') }]
  render(
    <BridgeProvider
      bridge={createSampleBridge({
        handlers: {
          'chat.preview-undo': () => ({ state: 'ready', files, shown: 'hash', ...preview }),
          'chat.undo-file-change': (input) => onUndo(input),
        },
      })}
    >
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <FileUndo call={call} undo={undo} conversationId="chat" />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('shows what comes back, and undoes what was shown by a second press', async () => {
  const undone: unknown[] = []
  show({ onUndo: (input) => undone.push(input) })
  expect(screen.queryByTestId('file-diff')).toBeNull()
  await press('Undo…')
  const diff = await screen.findByTestId('file-diff')
  expect(diff.textContent).toContain('−new')
  expect(diff.textContent).toContain('+old')
  expect(undone).toEqual([])
  await press('Restore file')
  await waitFor(() => expect(undone).toEqual([{ id: 'chat', entryId: 'c', shown: 'hash' }]))
  proves('chat.file-undo.compared')
})

it.each<[string, UndoPreview['files']]>([
  ['Remove file', [{ path: '/a', now: text('new'), restored: absent }]],
  [
    'Move back',
    [
      { path: '/a', now: absent, restored: text('same') },
      { path: '/b', now: text('same'), restored: absent },
    ],
  ],
  ['Restore file', [{ path: '/a', now: { kind: 'unshown', bytes: 9 }, restored: text('x') }]],
])('says by its button what it does: %s', async (name, files) => {
  show({ preview: { files } })
  await press('Undo…')
  expect(await screen.findByRole('button', { name })).toBeTruthy()
})

it('offers no undo where the file was changed since, and shows what would be lost', async () => {
  show({ preview: { state: 'changed' } })
  await press('Undo…')
  expect(await screen.findByText(/was changed after this call/u)).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
  await press('Close')
  expect(await screen.findByRole('button', { name: 'Undo…' })).toBeTruthy()
})

it('says in words why it was not undone', async () => {
  show({
    onUndo: () => {
      throw new GatehouseError('undo/changed', 'raw')
    },
  })
  await press('Undo…')
  await press('Restore file')
  expect(await screen.findByText('Not undone: the file was changed after this call.')).toBeTruthy()
})

it.each<[Locale, Undo, RegExp]>([
  ['en', { state: 'not-kept', because: 'chat-full' }, /^No undo: this chat keeps 20 MB/u],
  ['zh-CN', { state: 'not-kept', because: 'elsewhere' }, /^无法撤销：/u],
  ['en', { state: 'undone', paths: ['/a'], at: 0 }, /^Undone on/u],
])('says in %s of %o that there is none, or that it was', (locale, undo, words) => {
  show({ undo, locale })
  expect(screen.getByTestId('file-change-note').textContent).toMatch(words)
  expect(screen.queryByRole('button')).toBeNull()
  proves('chat.file-undo.said')
})
