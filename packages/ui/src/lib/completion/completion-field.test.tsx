import { proves } from '@gatehouse/testkit/proves'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../bridge/bridge.tsx'
import { LanguageProvider } from '../words/i18n.ts'
import { createSampleBridge } from '../samples/sample-bridge.ts'
import { CompletionField } from './completion-field.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A field of a server that responds when `respond` is called. */
async function open() {
  let respond: () => void = () => undefined
  const bridge = createSampleBridge({
    handlers: {
      'server.complete': () =>
        new Promise((resolve) => (respond = () => resolve({ values: ['math'] }))),
    },
  })
  const { unmount } = render(
    <BridgeProvider bridge={bridge}>
      <LanguageProvider locale="en">
        <KitProvider>
          <CompletionField
            label="team"
            server={{ id: 's1', name: 'school', completes: true }}
            completionRef={{ type: 'ref/prompt', name: 'p' }}
            name="team"
            value="m"
            filled={{}}
            onValueChange={() => undefined}
          />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  const input = screen.getByRole('combobox')
  await act(async () => input.focus())
  const asked = (route: string) =>
    bridge.requests.filter((one) => one.route === route).map((one) => one.input)
  return { asked, unmount, leave: () => act(async () => input.blur()), respond: () => respond() }
}

it('leaving the field takes back what its server was asked for', async () => {
  const { asked, leave } = await open()
  await pass(1000)
  expect(asked('server.complete')).toHaveLength(1)
  expect(asked('server.cancel-completion')).toEqual([])
  await leave()
  expect(asked('server.cancel-completion')).toEqual([{ id: 's1' }])
  proves('server.completion.left')
})

it('closing the form does the same', async () => {
  const { asked, unmount } = await open()
  await pass(1000)
  unmount()
  expect(asked('server.cancel-completion')).toEqual([{ id: 's1' }])
})

it('nothing is taken back of what was answered, or never asked for', async () => {
  const answered = await open()
  await pass(1000)
  answered.respond()
  await pass(1)
  await answered.leave()
  expect(answered.asked('server.cancel-completion')).toEqual([])
  cleanup()
  const early = await open()
  await pass(10)
  await early.leave()
  await pass(1000)
  expect(early.asked('server.complete')).toEqual([])
  expect(early.asked('server.cancel-completion')).toEqual([])
})
