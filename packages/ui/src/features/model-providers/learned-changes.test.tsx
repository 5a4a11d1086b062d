import type { ModelProvider } from '@gatehouse/domain'
import type { ModelCompatibility } from '@gatehouse/domain/models'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { proves } from '@gatehouse/testkit/proves'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../lib/words/i18n.ts'
import type { Locale } from '../../lib/words/locale.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import './index.ts'
import { LearnedChanges } from './learned-changes.tsx'

afterEach(cleanup)

const DAY_MS = 24 * 60 * 60 * 1000
const baseUrl = 'http://a/v1'

function providerWith(form: ModelCompatibility, learnedAt = Date.now()): ModelProvider {
  return {
    id: 'p',
    kind: 'openai-compatible',
    name: 'P',
    baseUrl,
    local: false,
    hasKey: false,
    models: [{ id: 'm' }],
    learned: [{ modelId: 'm', baseUrl, form, learnedAt }],
    createdAt: 1,
  }
}

async function show(provider: ModelProvider, locale: Locale = 'en') {
  const forgotten: unknown[] = []
  const bridge = createSampleBridge({
    handlers: {
      'provider.forget-learned': (input) => {
        forgotten.push(input)
        return provider
      },
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={locale}>
          <KitProvider>
            <LearnedChanges modelId="m" provider={provider} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  await settle()
  return forgotten
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

const EVERY_CHANGE: ModelCompatibility = {
  leftOutFields: ['store', 'temperature'],
  limitField: 'max_completion_tokens',
  maxOutputTokens: 4096,
  contextWindow: 8192,
  callIds: 'nine',
  systemInUser: true,
  emptyContent: 'null',
  withoutReasoning: true,
  definesCalledTools: true,
  plainSchemas: true,
  leftOutTools: ['files__read'],
  hasRestoredTools: true,
  alternatesRoles: true,
  maxTools: 128,
  maxDescription: 1024,
  toolMedia: 'pictures',
}

it.each(['en', 'zh-CN'] as const)('lists every change in words: %s', async (locale) => {
  await show(providerWith(EVERY_CHANGE), locale)
  const words = rows().join('\n')
  expect(rows()).toHaveLength(16)
  for (const name of ['store', 'temperature', 'max_completion_tokens', '4,096', 'files__read'])
    expect(words).toContain(name)
  expect(words).not.toMatch(/\{\{|learned\.|null|NaN|alternatesRoles/)
  proves('model.learned.listed')
})

it('forgets the one change whose button is pressed', async () => {
  const forgotten = await show(providerWith({ leftOutFields: ['store', 'stop'], callIds: 'plain' }))
  fireEvent.click(screen.getByRole('button', { name: /^Forget .* stop/ }))
  await settle()
  expect(forgotten).toEqual([
    {
      model: { providerId: 'p', modelId: 'm' },
      change: { field: 'leftOutFields', name: 'stop' },
    },
  ])
})

it('shows nothing of another address, and nothing older than 30 days', async () => {
  const form: ModelCompatibility = { callIds: 'nine' }
  await show({ ...providerWith(form), baseUrl: 'http://b/v1' })
  expect(rows()).toEqual([])
  cleanup()
  await show(providerWith(form, Date.now() - 30 * DAY_MS))
  expect(rows()).toEqual([])
})
