import { defaultSettings, GatehouseError, type Settings } from '@gatehouse/domain'
import {
  OWN_PROMPT_LIMITS,
  writePromptFile,
  type ChatPreset,
  type OwnPrompt,
} from '@gatehouse/domain/chats'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import {
  area,
  composerDriver,
  conversation,
  press,
  rows,
} from '../../../testing/render-composer.tsx'
import { OwnPrompts } from './own-prompts-dialog.tsx'

const brief: OwnPrompt = { id: 'own1', name: 'Brief answer', text: 'Answer in one line.' }
const letter: OwnPrompt = { id: 'own2', name: 'Letter', text: 'Write to {{who}}:\n{{ what }}' }

describe('behind a slash', () => {
  async function pass(ms = 0): Promise<void> {
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
  const { openComposer, type } = composerDriver(pass)
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('a prompt without variables stands in the text at once, before those of servers', async () => {
    await openComposer({ settings: { ownPrompts: [brief, letter] } })
    await type('Please /')
    expect(rows()[0]).toContain('Brief answer')
    await type('Please /brief')
    press('Enter')
    await pass()
    expect(area().value).toBe('Please Answer in one line.')
    expect(document.activeElement).toBe(area())
  })

  /** @threat chatfiles.hidden-prompt */
  it('a prompt with hidden characters has the note of them below the field', async () => {
    await openComposer({ settings: { ownPrompts: [{ ...brief, text: 'Be brief.\u{E0041}' }] } })
    await type('/')
    await type('/brief')
    press('Enter')
    await pass()
    expect(screen.getByTestId('hidden-in-draft').textContent).toContain('E0041')
  })

  it('a prompt with variables asks for them; Escape leaves the text as it was, Enter fills them in', async () => {
    const { asked } = await openComposer({ settings: { ownPrompts: [letter] } })
    await type('/')
    await type('/lett')
    press('Enter')
    await pass()
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'who' })
    expect(document.activeElement).toBe(field())
    fireEvent.keyDown(field(), { key: 'Escape' })
    await pass()
    expect(area().value).toBe('/lett')
    await type('')
    await type('/')
    await type('/letter')
    press('Enter')
    await pass()
    fireEvent.change(field(), { target: { value: 'Ada {{what}}' } })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(screen.queryByRole('dialog', { name: 'Variables of Letter' })).not.toBeNull()
    fireEvent.keyDown(field(), { key: 'Enter' })
    await pass()
    expect(area().value).toBe('Write to Ada {{what}}:\n')
    expect(asked('chat.send')).toEqual([])
    proves('chat.own-prompts.inserted')
  })

  it('the files of a prompt are attached once its text is in the message', async () => {
    const kept = { hash: 'a'.repeat(64), bytes: 8, mimeType: 'text/plain' }
    const files = [{ id: 'f1', name: 'rules.txt', mimeType: 'text/plain', kept }]
    const { asked } = await openComposer({
      settings: { ownPrompts: [{ ...letter, files }] },
      handlers: {
        'chat.attach-prompt-file': () => {
          throw new GatehouseError('store/blob-missing', 'Gone.')
        },
      },
    })
    await type('/')
    await type('/letter')
    press('Enter')
    await pass()
    expect(asked('chat.attach-prompt-file')).toEqual([])
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'who' }), { key: 'Enter' })
    await pass(1)
    expect(asked('chat.attach-prompt-file')).toEqual([
      { id: conversation.id, promptId: 'own2', fileId: 'f1' },
    ])
    await pass(1)
    expect(screen.getByText('rules.txt')).toBeTruthy()
    expect(screen.getByText(/no longer on disk/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry rules.txt' })).toBeNull()
    expect(asked('chat.send')).toEqual([])
  })

  it('a preset sets up the chat, and its word leaves the text', async () => {
    const preset: ChatPreset = {
      id: 'set1',
      name: 'Terse',
      setup: { systemPrompt: 'Be terse.' },
      serverIds: [],
    }
    const { asked } = await openComposer({
      settings: { chatPresets: [preset] },
      handlers: {
        'chat.set-setup': () => conversation,
        'chat.set-servers': () => conversation,
        'chat.set-model': () => conversation,
      },
    })
    await type('/')
    await type('/ters')
    press('Enter')
    await pass(1)
    expect(area().value).toBe('')
    expect(asked('chat.set-setup')).toEqual([{ id: conversation.id, setup: preset.setup }])
    expect(asked('chat.set-servers')).toEqual([{ id: conversation.id, serverIds: [] }])
    expect(asked('chat.set-model')).toEqual([])
    proves('chat.own-prompts.presets')
  })
})

describe('the dialog', () => {
  afterEach(cleanup)

  function open(ownPrompts: OwnPrompt[]) {
    const settings = (): Settings => ({ ...defaultSettings, ownPrompts })
    const bridge = createSampleBridge({
      settings: { ownPrompts },
      handlers: {
        'own-prompt.save': settings,
        'own-prompt.remove': settings,
        'own-prompt.import': settings,
        'own-prompt.export': () => ({ path: '/home/ada/prompts.json' }),
        'own-prompt.keep-file': ({ name, bytes }) => ({
          id: `kept ${name}`,
          name,
          mimeType: 'text/plain',
          kept: { hash: 'a'.repeat(64), bytes: bytes.byteLength, mimeType: 'text/plain' },
        }),
      },
    })
    const store = createUiStore()
    store.getState().show({ kind: 'own-prompts' })
    render(
      <BridgeProvider bridge={bridge}>
        <UiStoreProvider store={store}>
          <LanguageProvider locale="en">
            <KitProvider>
              <OwnPrompts />
            </KitProvider>
          </LanguageProvider>
        </UiStoreProvider>
      </BridgeProvider>,
    )
    const asked = (route: string) =>
      bridge.requests.filter((request) => request.route === route).map(({ input }) => input)
    return { asked }
  }
  const click = async (name: string) => {
    await act(async () => fireEvent.click(await screen.findByRole('button', { name })))
  }

  it('creates a prompt, names its variables, and saves none without a name', async () => {
    const { asked } = open([])
    await click('New prompt')
    const text = screen.getByRole('textbox', { name: /^Text/ })
    fireEvent.change(text, { target: { value: 'To {{who}}' } })
    expect(screen.getByText('Variables: who')).toBeTruthy()
    await click('Save')
    expect(screen.getByText('Enter a name of up to 80 characters')).toBeTruthy()
    fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), {
      target: { value: ' Mail ' },
    })
    await click('Save')
    expect(asked('own-prompt.save')).toEqual([{ name: 'Mail', text: 'To {{who}}' }])
  })

  it('changes and deletes the one that is pressed', async () => {
    const { asked } = open([brief, letter])
    await click('Delete Letter')
    expect(asked('own-prompt.remove')).toEqual([{ id: 'own2' }])
    await click('Edit Brief answer')
    const name = screen.getByRole('textbox', { name: /^Name/ })
    fireEvent.change(name, { target: { value: 'Short' } })
    await click('Save')
    expect(asked('own-prompt.save')).toEqual([
      { id: 'own1', name: 'Short', text: 'Answer in one line.' },
    ])
  })

  /**
   * @threat chatfiles.hidden-prompt
   * @attacker file
   * @tries To put words that cannot be seen into a prompt that counts as the person’s own.
   * @stoppedBy The whole texts of a file with prompts are shown before the import, hidden characters revealed; the
   * composer reveals them again once a prompt is inserted.
   */
  it('writes the prompts to a file, reads them from one, and refuses another', async () => {
    const { asked } = open([letter])
    await screen.findByText('Letter')
    await click('Export…')
    await waitFor(() => expect(asked('own-prompt.export')).toEqual([{ name: 'prompts' }]))
    const choose = (file: string) =>
      fireEvent.change(screen.getByTestId('prompts-file'), {
        target: { files: [new File([file], 'prompts.json')] },
      })
    choose(writePromptFile([{ name: letter.name, text: letter.text }]))
    await screen.findByText('Read them before', { exact: false })
    expect(screen.getByRole('list', { name: 'Prompts of the file' }).textContent).toContain(
      letter.text,
    )
    expect(asked('own-prompt.import')).toEqual([])
    await click('Import 1 prompt')
    await waitFor(() =>
      expect(asked('own-prompt.import')).toEqual([
        { prompts: [{ name: letter.name, text: letter.text }] },
      ]),
    )
    choose('{"mcpServers":{}}')
    await screen.findAllByText(/has no prompts of Gatehouse/)
    expect(screen.queryByText(/mcpServers/)).toBeNull()
    expect(asked('own-prompt.import')).toHaveLength(1)
    choose(writePromptFile([{ name: 'Brief', text: 'Be brief.\u{E0041}\u200B' }]))
    const list = await screen.findByRole('list', { name: 'Prompts of the file' })
    expect(list.textContent).toMatch(/E0041.*200B/)
    await click('Cancel')
    expect(asked('own-prompt.import')).toHaveLength(1)
    proves('chat.own-prompts.files')
  })

  it('adds files to a prompt, says which could not be kept, and saves those that stay', async () => {
    const { asked } = open([letter])
    await click('Edit Letter')
    const add = (...files: File[]) =>
      fireEvent.change(screen.getByTestId('prompt-file-input'), { target: { files } })
    const huge = new File(['x'], 'huge.bin')
    Object.defineProperty(huge, 'size', { value: OWN_PROMPT_LIMITS.fileBytes + 1 })
    await act(async () => add(new File(['One'], 'one.txt'), huge, new File(['Two'], 'two.txt')))
    await screen.findByText('two.txt')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'huge.bin: This file is too large. A file can have up to 10 MB',
    )
    await click('Remove one.txt')
    expect(screen.queryByText('one.txt')).toBeNull()
    await click('Save')
    expect(asked('own-prompt.save')).toEqual([
      { id: 'own2', name: 'Letter', text: letter.text, fileIds: ['kept two.txt'] },
    ])
    proves('chat.own-prompts.with-files')
  })

  it('says how many files were beyond the limit of a prompt', async () => {
    open([letter])
    await click('Edit Letter')
    const files = Array.from(
      { length: OWN_PROMPT_LIMITS.files + 2 },
      (_, at) => new File(['x'], `${at}.txt`),
    )
    await act(async () =>
      fireEvent.change(screen.getByTestId('prompt-file-input'), { target: { files } }),
    )
    expect((await screen.findByRole('alert')).textContent).toBe(
      `2 files were not added: a prompt has up to ${OWN_PROMPT_LIMITS.files} files.`,
    )
  })

  it('shows the files of a file with prompts before they are kept', async () => {
    const { asked } = open([])
    const files = [{ name: 'rules.txt', mimeType: 'text/plain', data: btoa('Be kind.') }]
    const file = writePromptFile([{ name: 'Rules', text: 'Keep them.', files }])
    await screen.findByText('No prompts yet.')
    fireEvent.change(screen.getByTestId('prompts-file'), {
      target: { files: [new File([file], 'prompts.json')] },
    })
    const list = await screen.findByRole('list', { name: 'Prompts of the file' })
    expect(list.textContent).toContain('rules.txt (8 B)')
    expect(asked('own-prompt.keep-file')).toEqual([])
    await click('Import 1 prompt')
    await waitFor(() =>
      expect(asked('own-prompt.import')).toEqual([
        { prompts: [{ name: 'Rules', text: 'Keep them.', fileIds: ['kept rules.txt'] }] },
      ]),
    )
  })
})
