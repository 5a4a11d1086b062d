import type { DataFlow, ToolApprovalAsk } from '@gatehouse/domain'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleAsks } from '../../../lib/samples/sample-chats.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ApprovalCard } from './approval-card.tsx'

const [sampleApproval] = sampleAsks as [ToolApprovalAsk]

const flow: DataFlow = {
  from: { kind: 'server', serverId: 's-mail', serverName: 'mail', serverHue: 2 },
  turnId: 'turn-7',
  entryId: 'entry-7',
  label: 'inbox',
  path: 'body.text',
  how: 'encoded',
  characters: 40,
  excerpt: 'wire\u202e 48,250 EUR',
}

async function show(change: Partial<ToolApprovalAsk>) {
  const store = createUiStore()
  const ask = { ...sampleApproval, ...change }
  const bridge = createSampleBridge({ asks: [ask] })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={store}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ApprovalCard ask={ask} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await act(async () => {})
  return { store, bridge }
}

const shownText = (): string => screen.getByTestId('provenance').textContent

afterEach(cleanup)

it('each source is a line, each place a chip that leads to it, and rules can be given', async () => {
  const file: DataFlow = { ...flow, from: { kind: 'file', name: 'plan.txt' }, entryId: 'entry-1' }
  const { store, bridge } = await show({
    serverName: 'post',
    provenance: { flows: [flow, file], leavesFor: 'post.example', isAllowedTool: true, more: 2 },
  })
  for (const words of [
    'Sends text from mail to post',
    'Sends text from your attached files to post',
    'body.text from inbox, encoded',
    'This call is sent to post.example, outside this computer.',
    'You allowed this tool. You are asked because of what the call contains.',
    '2 more places are not listed.',
  ])
    expect(shownText()).toContain(words)
  // A character that would turn the words round is shown as its code.
  expect(shownText()).not.toContain('\u202e')
  const [chip] = screen.getAllByTestId('provenance-chip')
  if (chip) fireEvent.click(chip)
  expect(store.getState().chatPlace).toEqual({
    conversationId: sampleApproval.conversationId,
    turnId: 'turn-7',
    entryId: 'entry-7',
  })
  const [never] = screen.getAllByRole('button', { name: 'Never allow from this source' })
  if (never) fireEvent.click(never)
  await act(async () => {})
  expect(bridge.requests.findLast(({ route }) => route === 'data-flow.set-rule')?.input).toEqual({
    fromId: 's-mail',
    toId: sampleApproval.serverId,
    rule: 'never',
  })
})

it('what was not compared is shown, and nothing where nothing was found', async () => {
  await show({ provenance: { flows: [], isIncomplete: true, leavesFor: 'post.example' } })
  expect(shownText()).toContain('too large to check completely')
  expect(shownText()).not.toContain('post.example')
  cleanup()
  await show({ provenance: { flows: [], isUnread: true } })
  expect(shownText()).toContain('can no longer be opened and was not checked')
  expect(shownText()).not.toContain('too large')
  cleanup()
  await show({})
  expect(screen.queryByTestId('provenance')).toBeNull()
})

it('after many unasked calls the card says so', async () => {
  await show({ unasked: 50 })
  expect(screen.getByTestId('approval-card').textContent).toContain('50')
})
