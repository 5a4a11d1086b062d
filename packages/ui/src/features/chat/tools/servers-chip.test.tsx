import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { conversation, research } from '../../../testing/render-composer.tsx'
import { ToolsOfChat } from '../markdown/lazy-parts.tsx'
import { ServersChip } from './servers-chip.tsx'

const tools = ['one', 'two'].map((name) => ({ name, inputSchema: { type: 'object' as const } }))

interface Offered {
  bySearch?: boolean
  /** Tokens of the tools in the next request. */
  tools?: number
}

async function chipWith(
  off: readonly string[],
  { bySearch = false, tools: tokens = 90 }: Offered = {},
): Promise<string> {
  await ToolsOfChat.preload()
  const servers = [{ ...research, toolCount: 2, toolTokens: 90 }]
  const bridge = createSampleBridge({
    servers,
    handlers: {
      'server.tools': () => tools,
      'chat.offered-tools': () => ({ bySearch, tools: 2, tokens: 90, pinned: 0, found: 0 }),
      'chat.next-request': () => ({
        size: { system: 1, tools: tokens, messages: 0, results: 0, attachments: 0 },
        draft: 0,
        answer: 0,
        leftOut: 0,
        isCut: false,
        isCounted: true,
      }),
    },
  })
  const toolsOff = off.map((tool) => ({ serverId: research.config.id, tool }))
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServersChip conversation={{ ...conversation, setup: { toolsOff } }} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const chip = screen.getByTestId('servers-chip')
  await waitFor(() => expect(chip.textContent).toContain('tools'))
  return chip.textContent
}

afterEach(cleanup)

it('counts as off only tools that there are', async () => {
  expect(await chipWith(['two', 'gone'])).toContain('1 of 2 tools')
})

it('says of none when those that are off are not there any more', async () => {
  const text = await chipWith(['gone'])
  expect(text).not.toContain('1 of 2')
  expect(text).toContain('2 tools')
})

it('names no tokens of definitions that the model is not sent', async () => {
  await chipWith([], { bySearch: true })
  await waitFor(() => expect(screen.getByTestId('servers-chip').textContent).toContain('demand'))
  expect(screen.getByTestId('servers-chip').textContent).toContain('2 tools, found on demand')
  expect(screen.getByTestId('servers-chip').textContent).not.toContain('tokens')
})

it('names the tokens of the context panel', async () => {
  await chipWith([], { tools: 117 })
  await waitFor(() =>
    expect(screen.getByTestId('servers-chip').textContent).toContain('2 tools · 117 tokens'),
  )
})
