import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Composer } from './features/chat/composer/composer.tsx'
import { FindBar } from './features/chat/find/find-bar.tsx'
import { lazyChatParts } from './features/chat/markdown/lazy-parts.tsx'
import { CommandPalette, KitProvider, SearchField, TitleField } from './kit/index.ts'
import { BridgeProvider } from './lib/bridge/bridge.tsx'
import { CompletionField } from './lib/completion/completion-field.tsx'
import { DenyForm } from './lib/keys/deny-form.tsx'
import { LanguageProvider } from './lib/words/i18n.ts'
import { createSampleBridge } from './lib/samples/sample-bridge.ts'
import { sampleConversations } from './lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from './lib/ui-store.tsx'

/* A key that an input method works on is no key of the field: it chooses among candidates. */

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const chat = { ...sampleConversations[0]!, draft: '' }

function show(part: ReactNode) {
  const bridge = createSampleBridge({
    handlers: {
      'chat.search': () => ({ hits: [], isIndexing: false }),
      'chat.begin-queued-edit': () => chat,
      'chat.edit-queued': () => chat,
      'server.complete': () => ({ values: ['你好世界'] }),
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>{part}</KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return (route: string) => bridge.requests.filter((one) => one.route === route)
}

const ofMethod = [{ isComposing: true, keyCode: 229 }, { keyCode: 229 }]

/** Enter, Escape and the arrows, as an input method gives them to the page. */
async function pressComposing(field: HTMLElement, keys = ['Enter', 'Escape', 'ArrowDown', 'Tab']) {
  for (const key of keys)
    for (const init of ofMethod) await act(async () => fireEvent.keyDown(field, { key, ...init }))
}

/** Types a text as an input method does: letters at first, then what was chosen. */
async function compose(field: HTMLInputElement, letters: string, chosen: string) {
  await act(async () => {
    fireEvent.compositionStart(field)
    fireEvent.input(field, {
      target: { value: letters },
      isComposing: true,
      inputType: 'insertCompositionText',
    })
  })
  return async () =>
    act(async () => {
      fireEvent.input(field, {
        target: { value: chosen },
        isComposing: true,
        inputType: 'insertCompositionText',
      })
      fireEvent.compositionEnd(field)
    })
}

const nothingTyped = { text: () => '', release: () => undefined }

it('the find bar neither moves, closes nor searches while a word is composed', async () => {
  const close = vi.fn<() => void>()
  const asked = show(<FindBar conversationId={chat.id} onClose={close} typed={nothingTyped} />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  const end = await compose(field, "ni'hao", '你好')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked('chat.search')).toEqual([])
  await pressComposing(field)
  expect(close).not.toHaveBeenCalled()
  expect(field.value).toBe("ni'hao")
  await end()
  await waitFor(() =>
    expect(asked('chat.search').map(({ input }) => input)).toEqual([
      { query: '你好', filter: { conversationId: chat.id } },
    ]),
  )
  proves('window.composition.search')
})

it('a search field keeps its words and opens nothing', async () => {
  const change = vi.fn<(value: string) => void>()
  const open = vi.fn<() => void>()
  show(
    <div>
      <SearchField label="Search" value="已有" onValueChange={change} />
      <button data-list-row onClick={open}>
        row
      </button>
    </div>,
  )
  const field = screen.getByRole('searchbox')
  await pressComposing(field)
  expect(change).not.toHaveBeenCalled()
  expect(open).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(change.mock.calls).toEqual([['']])
})

it('the name of a chat is neither saved nor discarded', async () => {
  const save = vi.fn<(title: string) => void>()
  const close = vi.fn<() => void>()
  show(<TitleField label="Chat name" value="旧" onSave={save} onClose={close} />)
  const field = screen.getByRole('textbox')
  fireEvent.change(field, { target: { value: '新名' } })
  await pressComposing(field)
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(save.mock.calls).toEqual([['新名']])
})

it('a message that waits is neither saved nor discarded, and the message field sends nothing', async () => {
  await Promise.all(lazyChatParts.map((part) => part.preload()))
  const queue = [{ id: 'm1', text: '第二', attachments: [], createdAt: 1 }]
  const asked = show(
    <Composer conversation={{ ...chat, queue }} running onRunTool={() => undefined} />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Edit queued message' }))
  const field = screen.getByRole('textbox', { name: 'Edit the queued message' })
  fireEvent.change(field, { target: { value: '第二条' } })
  await pressComposing(field)
  expect(asked('chat.edit-queued')).toEqual([])
  expect(screen.getByRole('textbox', { name: 'Edit the queued message' })).toBe(field)
  const composer = screen.getByTestId('composer')
  fireEvent.change(composer, { target: { value: '你好' } })
  await pressComposing(composer)
  expect(asked('chat.send-later')).toEqual([])
  expect(asked('chat.stop')).toEqual([])
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(asked('chat.edit-queued')).toHaveLength(1)
  proves('window.composition.sends')
})

it('a palette, such as that of models, takes nothing and looks for nothing', async () => {
  const take = vi.fn<() => void>()
  const change = vi.fn<(open: boolean) => void>()
  const search = vi.fn<(query: string) => void>()
  const items = [{ id: 'one', label: '模型一', onSelect: take }]
  show(
    <CommandPalette
      open
      onOpenChange={change}
      onQueryChange={search}
      label="Models"
      placeholder="Models"
      groups={[{ label: 'Models', items }]}
    />,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const end = await compose(field, 'mo', '模')
  await pressComposing(field, ['Enter', 'Escape', 'ArrowDown'])
  expect(take).not.toHaveBeenCalled()
  expect(change).not.toHaveBeenCalled()
  expect(search).not.toHaveBeenCalled()
  await end()
  expect(search.mock.calls).toEqual([['模']])
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  expect(take).toHaveBeenCalledTimes(1)
})

it('a field that a server completes asks for nothing half composed, and takes no suggestion', async () => {
  const change = vi.fn<(value: string) => void>()
  const asked = show(
    <CompletionField
      label="city"
      server={{ id: 's', name: 's', completes: true }}
      completionRef={{ type: 'ref/prompt', name: 'p' }}
      name="city"
      value=""
      filled={{}}
      onValueChange={change}
    />,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await act(async () => field.focus())
  await waitFor(() => expect(asked('server.complete')).toHaveLength(1))
  const end = await compose(field, 'ni', '你')
  await pressComposing(field)
  expect(change).not.toHaveBeenCalled()
  await end()
  expect(change.mock.calls).toEqual([['你']])
})

it('a reason that is composed denies nothing', async () => {
  const [deny, cancel] = [vi.fn<(reason: string) => void>(), vi.fn<() => void>()]
  const denial = { reason: '不要', change: () => undefined } as never
  show(<DenyForm label="Reason" busy={false} denial={denial} onDeny={deny} onCancel={cancel} />)
  await pressComposing(screen.getByRole('textbox'))
  expect(deny).not.toHaveBeenCalled()
  expect(cancel).not.toHaveBeenCalled()
})
