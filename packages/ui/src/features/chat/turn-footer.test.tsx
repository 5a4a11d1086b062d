import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { LanguageProvider } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { shownTurn } from '../../testing/shown-turn.ts'
import { TurnFooter } from './turn-footer.tsx'

afterEach(cleanup)

it('tells parameters that the model was sent otherwise from those that it was not sent', () => {
  const turn = shownTurn([], {
    leftOutParameters: ['stopSequences'],
    changedParameters: [
      { name: 'maxOutputTokens', value: 64_000 },
      { name: 'reasoningEffort', value: 'low' },
    ],
  })
  render(
    <BridgeProvider bridge={createSampleBridge({})}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <TurnFooter turn={turn} isLast />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  const text = screen.getByTestId('turn-footer').textContent
  expect(text).toContain('Not sent, because this model does not take it: Stop sequences.')
  expect(text).toContain(
    'Changed to what this model takes: Maximum output tokens (64,000) and Reasoning effort (Low).',
  )
})
