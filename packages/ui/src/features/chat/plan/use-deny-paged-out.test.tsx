import type { ToolApprovalAsk, Turn } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { useAsks } from '../../../lib/queries/index.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { useDenyPagedOut } from './use-deny-paged-out.ts'

afterEach(cleanup)

const [sample] = sampleAsks as [ToolApprovalAsk]
const askOf = (id: string, change: Partial<ToolApprovalAsk> = {}): ToolApprovalAsk => ({
  ...sample,
  id,
  entryId: `entry-${id}`,
  state: { status: 'pending' },
  ...change,
})
const asks = [askOf('a'), askOf('b'), askOf('other', { conversationId: 'another' })]

function Chat({ entryIds }: { entryIds: string[] }) {
  const turn = { entries: entryIds.map((id) => ({ id })) } as unknown as Turn
  useDenyPagedOut(sample.conversationId, [turn])
  return <input aria-label={`field, ${useAsks().data?.length ?? 'no'} asks`} />
}

/** The calls that a press denies while these entries are on the pages that are here. */
async function denied(entryIds: string[], key: Partial<KeyboardEventInit> = {}) {
  const bridge = createSampleBridge({ asks })
  const { findByRole } = render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <Chat entryIds={entryIds} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  fireEvent.keyDown(await findByRole('textbox', { name: 'field, 3 asks' }), {
    key: 'Escape',
    shiftKey: true,
    ...key,
  })
  await act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
  return bridge.requests
    .filter(({ route }) => route === 'ask.answer-plan')
    .map(({ input }) => input)
}

it('denies all calls of the chat that are on none of its pages here, wherever the focus is', async () => {
  expect(await denied(['entry-earlier'])).toEqual([{ decision: 'deny', calls: ['a', 'b'] }])
})

it('leaves the calls that have a card to that card', async () => {
  expect(await denied(['entry-a', 'entry-b'])).toEqual([])
  cleanup()
  expect(await denied(['entry-a'])).toEqual([{ decision: 'deny', calls: ['b'] }])
})

it('takes no other key, and no key that is held', async () => {
  expect(await denied([], { shiftKey: false })).toEqual([])
  cleanup()
  expect(await denied([], { repeat: true })).toEqual([])
})
