import type { ToolApprovalAsk } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { INPUT_DELAY_MS } from '../../../lib/chats/ask-target.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { area, composerDriver, press } from '../../../testing/render-composer.tsx'
import { shownTurn } from '../../../testing/shown-turn.ts'
import { ApprovalCard } from '../approvals/approval-card.tsx'
import { UserRow } from '../transcript/user-row.tsx'

const [ask] = sampleAsks as [ToolApprovalAsk]
const modEnter = { sendWith: 'mod-enter' } as const
const mod = { ctrlKey: true }

async function pass(ms = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
const { openComposer, type } = composerDriver(pass)

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 50, 600, 200))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('with Mod+Enter as the key that sends', () => {
  it('Enter begins a new line, Mod+Enter sends, and the button says so', async () => {
    const { asked } = await openComposer({ settings: modEnter })
    await type('Hello')
    expect(press('Enter')).toBe(true)
    expect(press('Enter', { shiftKey: true })).toBe(true)
    await pass()
    expect(asked('chat.send')).toEqual([])
    expect(screen.getByTestId('send').getAttribute('aria-keyshortcuts')).toBe('Control+Enter')
    expect(press('Enter', mod)).toBe(false)
    await pass()
    expect(asked('chat.send')).toHaveLength(1)
    proves('chat.send-key.composer')
  })

  it('a press that sends allows nothing, while an answer runs too; only an empty field leaves it to the card', async () => {
    const { asked } = await openComposer({
      settings: modEnter,
      running: true,
      above: <ApprovalCard ask={ask} />,
      handlers: { 'chat.send-later': () => ({}) as never },
    })
    await pass(2 * INPUT_DELAY_MS)
    const chips = () => document.querySelectorAll('[data-testid=approval-card] kbd').length
    expect(chips()).toBeGreaterThan(0)
    await type('Next, please')
    await pass(200)
    expect(chips()).toBe(0)
    press('Enter', mod)
    // The same press again, as a held or repeated key sends it.
    press('Enter', { ...mod, repeat: true })
    press('Enter', mod)
    await pass()
    expect(asked('chat.send-later')).toHaveLength(1)
    expect(asked('ask.answer')).toEqual([])
    proves('chat.send-key.exact')
    await pass(2 * INPUT_DELAY_MS)
    press('Enter', mod)
    await pass()
    expect(asked('ask.answer')).toHaveLength(1)
  })

  it('what is attached without a word is sent too, and one that is on its way allows nothing meanwhile', async () => {
    const { asked } = await openComposer({
      settings: modEnter,
      above: <ApprovalCard ask={ask} />,
      handlers: { 'chat.attach-file': () => new Promise(() => undefined) },
    })
    area().focus()
    fireEvent.change(screen.getByTestId('file-input'), {
      target: { files: [new File(['x'], 'a.txt')] },
    })
    await pass(2 * INPUT_DELAY_MS)
    press('Enter', mod)
    await pass()
    expect(asked('chat.send')).toEqual([])
    expect(asked('ask.answer')).toEqual([])
  })

  it('a message that is edited is sent by it, and Enter is a line of it', async () => {
    const message = { kind: 'user-message' as const, id: 'u1', text: 'Why?', createdAt: 1 }
    const bridge = createSampleBridge({
      settings: modEnter,
      handlers: { 'chat.edit': () => ({ turnId: 't4' }) },
    })
    render(
      <BridgeProvider bridge={bridge}>
        <UiStoreProvider store={createUiStore()}>
          <LanguageProvider locale="en">
            <KitProvider>
              <UserRow message={message} turn={shownTurn([message])} busy={false} />
            </KitProvider>
          </LanguageProvider>
        </UiStoreProvider>
      </BridgeProvider>,
    )
    await pass()
    fireEvent.click(screen.getByRole('button', { name: 'Edit message' }))
    await pass()
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: 'Why so?' } })
    const edits = () => bridge.requests.filter(({ route }) => route === 'chat.edit')
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
    await pass()
    expect(edits()).toEqual([])
    fireEvent.keyDown(field, { key: 'Enter', ...mod })
    await pass()
    expect(edits()).toHaveLength(1)
    proves('chat.send-key.edits')
  })
})
