// @vitest-environment happy-dom
import type { ToolCall } from '@gatehouse/domain'
import { proves } from '@gatehouse/testkit/proves'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge.tsx'
import { LanguageProvider } from '../../lib/i18n.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { FinishedCall } from './finished-call.tsx'

afterEach(cleanup)

function show(language: 'en' | 'zh-CN', change: Partial<ToolCall>): string {
  const call: ToolCall = {
    kind: 'tool-call',
    id: 'c',
    step: 1,
    callId: 'c',
    origin: 'person',
    serverId: 's',
    serverName: 'files',
    serverHue: 3,
    toolName: 'read',
    toolTitle: 'read',
    proposedArguments: {},
    arguments: {},
    status: 'failed',
    error: 'files did not do it.',
    createdAt: 1,
    startedAt: 1,
    endedAt: 2,
    ...change,
  }
  const { container } = render(
    <BridgeProvider bridge={createSampleBridge({})}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale={language}>
          <KitProvider>
            <FinishedCall call={call} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  return container.textContent ?? ''
}

it.each(['failed', 'unknown', 'rejected', 'cancelled', 'denied'] as const)(
  'a person’s own call that ended as %s names no model',
  (status) => {
    expect(show('en', { status })).not.toMatch(/model/i)
    cleanup()
    expect(show('zh-CN', { status })).not.toContain('模型')
    proves('faults.manual.words')
  },
)

it('a model’s call that failed says that the model knows', () => {
  show('en', { origin: 'model' })
  expect(screen.getByText('The server returned no result. The model was told.')).toBeTruthy()
})
